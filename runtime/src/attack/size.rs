//! Sizes and texts as cases write them: `50MiB` or `'a'*4999+'€'` in, a number or a text out.

use toolgen_model::json::Json;

/// The longest text that a case may ask for, in bytes.
const LONGEST: usize = 1 << 26;

/// A number of bytes, with or without a unit.
pub(super) fn of(value: &Json) -> Option<u64> {
    if let Some(number) = value.as_u64() {
        return Some(number);
    }
    let text = value.as_str()?.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "kib" => 1 << 10,
        "m" | "mb" => 1_000_000,
        "mib" => 1 << 20,
        "gb" => 1_000_000_000,
        "gib" => 1 << 30,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

/// The text of a sum of quoted texts, each of which may be repeated; a text of another form is itself.
pub(super) fn text(written: &str) -> String {
    sum(written).unwrap_or_else(|| written.to_owned())
}

fn sum(written: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = written.trim();
    loop {
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        let (part, after) = rest.get(1..)?.split_once(quote)?;
        rest = after.trim_start();
        let mut times = 1;
        if let Some(after) = rest.strip_prefix('*') {
            let after = after.trim_start();
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            times = after.get(..digits)?.parse().ok()?;
            rest = after.get(digits..)?.trim_start();
        }
        if part.len().checked_mul(times)?.checked_add(text.len())? > LONGEST {
            return None;
        }
        text.push_str(&part.repeat(times));
        match rest.strip_prefix('+') {
            Some(after) => rest = after.trim_start(),
            None => return rest.is_empty().then_some(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_sums_are_read() {
        assert_eq!(of(&Json::from("50MiB")), Some(50 << 20));
        assert_eq!(of(&Json::from("100 KB")), Some(100_000));
        assert_eq!(of(&Json::from(7)), Some(7));
        assert_eq!(of(&Json::from("x")), None);
        assert_eq!(text("'a'*3+\"é\""), "aaaé");
        assert_eq!(text("plain 'text'"), "plain 'text'");
        assert_eq!(text("'a'*99999999999"), "'a'*99999999999");
    }
}
