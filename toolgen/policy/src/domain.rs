//! Domains of lists: a pattern and a host in, whether the one covers the other out.

/// Whether the text is a host, or `*.` and a host below a top-level domain.
pub fn is_pattern(text: &str) -> bool {
    let host = text.strip_prefix("*.");
    let labels: Vec<&str> = host.unwrap_or(text).split('.').collect();
    let label = |label: &&str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    text.len() <= 253 && labels.iter().all(label) && (host.is_none() || labels.len() >= 2)
}

/// Whether the pattern covers a host: the host itself, or any host below it after `*.`. A host that only a call
/// knows (`${input.host}`) is covered by none.
pub fn covers(pattern: &str, host: &str) -> bool {
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    match pattern.strip_prefix("*.") {
        Some(parent) => {
            let host = host.strip_prefix("*.").unwrap_or(host);
            let below = host.len().checked_sub(parent.len()).and_then(|at| Some((host.get(..at)?, host.get(at..)?)));
            below.is_some_and(|(before, end)| end.eq_ignore_ascii_case(parent) && before.ends_with('.'))
        }
        None => pattern.eq_ignore_ascii_case(host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_a_host_or_what_is_below_one() {
        for good in ["api.github.com", "*.openprx.dev", "localhost", "127.0.0.1"] {
            assert!(is_pattern(good), "{good}");
        }
        for bad in ["", "*", "*.com", "https://x.y", "a/b", "a..b", "-a.b", "a.b:80", "x y"] {
            assert!(!is_pattern(bad), "{bad}");
        }
        assert!(covers("*.example.com", "api.example.com") && covers("Example.com", "example.com:443"));
        for (pattern, host) in [
            ("*.example.com", "example.com"),
            ("*.example.com", "evilexample.com"),
            ("example.com", "api.example.com"),
            ("*.example.com", "${input.host}"),
        ] {
            assert!(!covers(pattern, host), "{pattern} {host}");
        }
    }
}
