//! Formats of strings: a name and a text in, whether it fits out.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Whether `format` is asserted.
pub fn is_known(format: &str) -> bool {
    fits(format, "").is_some()
}

/// What a text of this format is, as a phrase.
pub(super) fn describe(format: &str) -> &'static str {
    match format {
        "date-time" => "a date and time such as \"2026-01-31T13:45:00Z\"",
        "date" => "a date such as \"2026-01-31\"",
        "time" => "a time such as \"13:45:00Z\"",
        "uuid" => "a UUID such as \"123e4567-e89b-12d3-a456-426614174000\"",
        "uri" => "a URI such as \"https://example.com/a\"",
        "email" => "an address such as \"ada@example.com\"",
        "ipv4" => "an IPv4 address such as \"192.0.2.1\"",
        "ipv6" => "an IPv6 address such as \"2001:db8::1\"",
        "hostname" => "a host name such as \"example.com\"",
        "duration" => "a duration such as \"P1DT12H\" or \"PT30M\"",
        "byte" => "bytes in Base64, such as \"aGVsbG8=\"",
        _ => "a string",
    }
}

/// Whether `text` is of that format; `None` when the format is not asserted.
pub fn fits(format: &str, text: &str) -> Option<bool> {
    Some(match format {
        "date-time" => is_date_time(text),
        "date" => is_date(text),
        "time" => is_time(text),
        "uuid" => is_uuid(text),
        "uri" => is_uri(text),
        "email" => is_email(text),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "hostname" => is_hostname(text),
        "duration" => is_duration(text),
        "byte" => is_base64(text),
        _ => return None,
    })
}

/// RFC 3339, section 5.6.
fn is_date_time(text: &str) -> bool {
    match text.split_once(['T', 't']) {
        Some((date, time)) => is_date(date) && is_time(time),
        None => false,
    }
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (digits(&bytes[..4]), digits(&bytes[5..7]), digits(&bytes[8..])) else {
        return false;
    };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let most = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=most).contains(&day)
}

fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() < 9 || bytes[2] != b':' || bytes[5] != b':' {
        return false;
    }
    let (Some(hour), Some(minute), Some(second)) = (digits(&bytes[..2]), digits(&bytes[3..5]), digits(&bytes[6..8]))
    else {
        return false;
    };
    let mut rest = &bytes[8..];
    if rest[0] == b'.' {
        let fraction = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
        if fraction == 0 {
            return false;
        }
        rest = &rest[1 + fraction..];
    }
    let Some(offset) = offset(rest) else { return false };
    // A leap second stands at the end of a day in UTC.
    let utc = (hour * 60 + minute + 1440 - offset).rem_euclid(1440);
    hour < 24 && minute < 60 && (second < 60 || (second == 60 && utc == 1439))
}

/// The offset from UTC in minutes.
fn offset(bytes: &[u8]) -> Option<i32> {
    match bytes {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (digits(&[*h1, *h2])?, digits(&[*m1, *m2])?);
            let offset = (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)?;
            Some(if *sign == b'-' { -offset } else { offset })
        }
        _ => None,
    }
}

fn digits(bytes: &[u8]) -> Option<i32> {
    bytes.iter().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + i32::from(byte - b'0')))
}

fn is_uuid(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(n, byte)| match n {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// RFC 3339, appendix A: weeks alone, or days and times in falling units of which none is left out between.
fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (date, time) = match rest.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (rest, None),
    };
    match time {
        None => units(date, "W") || units(date, "YMD"),
        Some(time) => (date.is_empty() || units(date, "YMD")) && units(time, "HMS"),
    }
}

/// Whether `text` is numbers, each followed by the next of `units`, from any of them on.
fn units(text: &str, units: &str) -> bool {
    let mut left: Option<&str> = None;
    let mut rest = text;
    while !rest.is_empty() {
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some(unit) = rest[number..].chars().next().filter(|_| number > 0) else { return false };
        let next = match left {
            // Each unit follows the one before it.
            Some(left) => left.strip_prefix(unit),
            None => units.find(unit).map(|at| &units[at + 1..]),
        };
        let Some(next) = next else { return false };
        left = Some(next);
        rest = &rest[number + 1..];
    }
    left.is_some()
}

/// RFC 4648, section 4, with padding.
fn is_base64(text: &str) -> bool {
    let data = text.trim_end_matches('=');
    let padding = text.len() - data.len();
    let last = data.bytes().last().and_then(sextet).unwrap_or(0);
    let left = match padding {
        0 => 0,
        1 => last & 0b11,
        2 => last & 0b1111,
        _ => return false,
    };
    text.len().is_multiple_of(4) && left == 0 && data.bytes().all(|byte| sextet(byte).is_some())
}

fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// RFC 3986: a scheme, and nothing that a URI may not contain.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let mut chars = scheme.chars();
    let named = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let bytes = rest.as_bytes();
    let clean = bytes.iter().enumerate().all(|(n, byte)| match byte {
        b'%' => bytes.get(n + 1..n + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)),
        b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => false,
        other => (0x21..0x7f).contains(other),
    });
    named && clean && rest.matches('#').count() <= 1 && authority_fits(rest)
}

fn authority_fits(rest: &str) -> bool {
    let Some(after) = rest.strip_prefix("//") else { return !rest.contains(['[', ']']) };
    let end = after.find(['/', '?', '#']).unwrap_or(after.len());
    let (authority, path) = after.split_at(end);
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host_fits = match host.strip_prefix('[') {
        Some(literal) => match literal.split_once(']') {
            Some((address, port)) => {
                let port_fits = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
                port_fits && (address.parse::<Ipv6Addr>().is_ok() || address.starts_with('v'))
            }
            None => false,
        },
        None => {
            !host.contains(['[', ']'])
                && host.rsplit_once(':').is_none_or(|(name, port)| !name.contains(':') && is_port(port))
        }
    };
    let user_fits = authority.rsplit_once('@').is_none_or(|(user, _)| !user.contains(['[', ']', '@']));
    host_fits && user_fits && !path.contains(['[', ']'])
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// RFC 5321: a local part of words joined by dots, or in quotes, and a host.
fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else { return false };
    let quoted = local.len() > 1 && local.starts_with('"') && local.ends_with('"') && {
        let inner = &local[1..local.len() - 1];
        !inner.replace("\\\\", "").replace("\\\"", "").contains(['"', '\\', '\r', '\n'])
    };
    let words = local.split('.').all(|word| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c))
    });
    let host_fits = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(literal) => match literal.strip_prefix("IPv6:") {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => literal.parse::<Ipv4Addr>().is_ok(),
        },
        None => is_hostname(host),
    };
    local.len() <= 64 && (quoted || words) && host_fits
}

/// RFC 1123: labels of letters, digits and inner hyphens.
fn is_hostname(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 253
        && text.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
}

#[cfg(test)]
mod tests {
    use super::fits;

    fn check(format: &str, good: &[&str], bad: &[&str]) {
        for text in good {
            assert_eq!(fits(format, text), Some(true), "{format}: {text}");
        }
        for text in bad {
            assert_eq!(fits(format, text), Some(false), "{format}: {text}");
        }
    }

    #[test]
    fn dates_and_times_follow_rfc_3339() {
        check(
            "date",
            &["2024-02-29", "2026-12-31"],
            &["2023-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-0১"],
        );
        check(
            "date-time",
            &["1990-12-31T23:59:60Z", "1990-12-31t15:59:60.123-08:00", "2026-01-01T00:00:00+00:00"],
            &[
                "2026-01-01",
                "2026-01-01 00:00:00Z",
                "2026-01-01T24:00:00Z",
                "2026-01-01T00:00:00",
                "1998-12-31T22:59:60Z",
                "",
            ],
        );
        check("time", &["08:30:06.283185Z"], &["08:30:06", "08:30:06.Z", "08:30:06+24:00", "8:30:06Z"]);
    }

    #[test]
    fn addresses_and_names_follow_their_rfcs() {
        check("uuid", &["2EB8AA08-aa98-11ea-b4aa-73b441d16380"], &["2eb8aa08aa9811eab4aa73b441d16380", "x"]);
        check("ipv4", &["192.0.2.1"], &["256.1.1.1", "1.2.3", "01.2.3.4"]);
        check("ipv6", &["::1", "2001:db8::1", "::ffff:192.0.2.1"], &["12345::", "::1%eth0", "1:2"]);
        check("hostname", &["example.com", "a-b.c", "localhost"], &["-a.com", "a_b", "a..b", "", &"a".repeat(64)]);
        check(
            "email",
            &["ada@example.com", "a+b@c.de", "\"a b\"@x.org", "a@[127.0.0.1]"],
            &["ada", "a@", "@b", "a..b@c.de", ".a@b.c"],
        );
        check(
            "uri",
            &["https://example.com/a?b=c#d", "urn:isbn:1", "mailto:a@b.c", "http://[::1]:80/"],
            &["/a", "//x", "http://a b", "https://ex[ample.com", "http://a/%zz", "a", ":x", "http://host:port/"],
        );
    }
}
