//! Cases of kind `archive`: a member of an archive in, what unpacking makes of it out.

use std::io;

use toolgen_model::json::Json;

use super::path::text;
use super::world::World;
use super::{Answer, Decision};
use crate::capability::dir::{Member, MemberKind, Write};

/// A member is given by its name, or by what is wrong with it: a kind, a mode, a ratio or a number.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(member) = text(input, "member") else { return Answer::unfit("member") };
    let unpacked = World::new("/ws").map_err(|error| error.to_string()).and_then(|world| {
        let dir = world.dir::<Write>().map_err(|error| error.message.clone())?;
        let done = dir.unpack("unpacked", members(input, member));
        if world.is_untouched() { Ok(done) } else { Err("something outside was changed".to_owned()) }
    });
    match unpacked {
        Err(fault) => Answer::new(Decision::Fault, fault),
        Ok(Ok(done)) if done.masked > 0 => Answer::new(Decision::Contained, "archive.mode_masked"),
        Ok(Ok(done)) => Answer::new(Decision::Allow, format!("{} files", done.files)),
        Ok(Err(error)) if error.error_type == "ToolExecutionError" => {
            Answer::new(Decision::ToolError, error.message.clone())
        }
        Ok(Err(error)) => Answer::new(Decision::Deny, error.message.clone()),
    }
}

/// The members that the description stands for.
fn members<'a>(input: &Json, description: &str) -> Box<dyn Iterator<Item = Member<'a>> + 'a> {
    let words: Vec<&str> = description.split_ascii_whitespace().collect();
    let has = |part: &str| words.iter().any(|word| word.to_ascii_lowercase().contains(part));
    let number = |name: &str| input.get(name).and_then(Json::as_u64);
    let plain = plain(description.to_owned());
    // A name has no spaces here; a description does.
    if words.len() < 2 {
        return Box::new(std::iter::once(plain));
    }
    let plain = Member { name: "member".to_owned(), ..plain };
    if has("files") || has("entries") || has("members") {
        let count = words.iter().find_map(|word| word.parse::<f64>().ok()).unwrap_or(1e7);
        return Box::new((0..count as u64).map(|number| self::plain(number.to_string())));
    }
    let one = if has("link") {
        Member { kind: MemberKind::Link, ..plain }
    } else if has("device") || has("fifo") || has("socket") || has("pipe") {
        Member { kind: MemberKind::Other, ..plain }
    } else if has("ratio") || has("bomb") {
        let (size, packed) = (number("size").unwrap_or(4 << 30), number("packed").unwrap_or(42_374));
        Member { size, packed, content: Box::new(io::Read::take(io::repeat(0), size)), ..plain }
    } else if let Some(mode) = words.iter().find_map(|word| u32::from_str_radix(word, 8).ok()) {
        Member { mode, ..plain }
    } else {
        Member { name: description.to_owned(), ..plain }
    };
    Box::new(std::iter::once(one))
}

fn plain<'a>(name: String) -> Member<'a> {
    Member { name, kind: MemberKind::File, mode: 0o644, size: 1, packed: 1, content: Box::new(b"x".as_slice()) }
}
