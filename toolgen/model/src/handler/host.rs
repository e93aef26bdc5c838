//! Lists of hosts: an entry and a host with its port in, whether the one covers the other out.

/// Whether an entry covers a host: the same name, or `*.` and a parent of it. An entry without a port covers
/// the two usual ones, 80 and 443. Both names are in lower case and without a last dot.
pub fn covers(entry: &str, host: &str, port: u16) -> bool {
    let entry = entry.to_ascii_lowercase();
    let (name, only) = match entry.rsplit_once(':') {
        Some((name, digits)) if !name.ends_with(':') && (!name.contains(':') || name.ends_with(']')) => {
            match digits.parse::<u16>() {
                Ok(port) => (name, Some(port)),
                Err(_) => return false,
            }
        }
        _ => (entry.as_str(), None),
    };
    let same_name = match name.strip_prefix("*.") {
        Some(parent) => {
            !parent.is_empty() && host.strip_suffix(parent).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
        }
        None => !name.is_empty() && name == host,
    };
    same_name && only.map_or(matches!(port, 80 | 443), |only| only == port)
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn an_entry_covers_its_name_or_what_is_below_it() {
        for (entry, host, port, holds) in [
            ("api.github.com", "api.github.com", 443, true),
            ("API.GitHub.com", "api.github.com", 80, true),
            ("api.github.com", "api.github.com", 22, false),
            ("api.github.com:8443", "api.github.com", 8443, true),
            ("api.github.com:8443", "api.github.com", 443, false),
            ("*.example.com", "a.example.com", 443, true),
            ("*.example.com", "a.b.example.com", 443, true),
            ("*.example.com", "example.com", 443, false),
            ("*.example.com", "evilexample.com", 443, false),
            ("*.", "a.", 443, false),
            ("*", "a", 443, false),
            ("", "", 443, false),
            ("[::1]:8080", "[::1]", 8080, true),
            ("[::1]", "[::1]", 443, true),
            ("127.0.0.1:99999", "127.0.0.1", 443, false),
        ] {
            assert_eq!(covers(entry, host, port), holds, "{entry} {host}:{port}");
        }
    }
}
