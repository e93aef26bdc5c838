//! Character classes: what stands between brackets in, the same class with every member written out out.

use super::escape::{Escape, NEVER, escape};
use super::translate::{Cursor, push_literal};

/// A class, after its opening bracket.
pub(super) fn class(cursor: &mut Cursor<'_>, from: usize) -> Result<String, String> {
    let negated = cursor.take("^");
    let mut members = String::new();
    loop {
        if cursor.take("]") {
            break;
        }
        let at = cursor.mark();
        let Some(first) = member(cursor, from)? else {
            return Err(cursor.error(from, "this `[` is never closed; close it, or write `\\[`"));
        };
        let mark = cursor.mark();
        let ranged = cursor.take("-") && !matches!(cursor.peek(), Some(']') | None);
        if !ranged {
            cursor.back_to(mark);
            push(&mut members, first);
            continue;
        }
        let Some(last) = member(cursor, from)? else {
            return Err(cursor.error(from, "this `[` is never closed; close it, or write `\\[`"));
        };
        match (first, last) {
            (Escape::Char(first), Escape::Char(last)) if first <= last => {
                push_literal(&mut members, first);
                members.push('-');
                push_literal(&mut members, last);
            }
            (Escape::Char(_), Escape::Char(_)) => {
                return Err(cursor.error(at, "the range stands in the wrong order"));
            }
            // Browsers read `[\w-.]` as three members.
            (first, last) => {
                push(&mut members, first);
                push_literal(&mut members, '-');
                push(&mut members, last);
            }
        }
    }
    Ok(match (negated, members.is_empty()) {
        (false, true) => NEVER.to_owned(),
        (true, true) => r"[\u{0}-\u{10ffff}]".to_owned(),
        (false, false) => format!("[{members}]"),
        (true, false) => format!("[^{members}]"),
    })
}

fn push(members: &mut String, member: Escape) {
    match member {
        Escape::Char(c) => push_literal(members, c),
        Escape::Class(class) => members.push_str(&class),
        Escape::Nothing => {}
    }
}

fn member(cursor: &mut Cursor<'_>, class: usize) -> Result<Option<Escape>, String> {
    let from = cursor.mark();
    match cursor.next() {
        None => Ok(None),
        Some('\\') => match cursor.peek() {
            Some('b') => {
                cursor.next();
                Ok(Some(Escape::Char('\u{8}')))
            }
            Some('B' | '1'..='9' | 'k') => Err(cursor.error(class, "this escape has no meaning inside of brackets")),
            _ => escape(cursor, from).map(Some),
        },
        Some(c) => Ok(Some(Escape::Char(c))),
    }
}
