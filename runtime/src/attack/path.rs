//! Cases of kind `path`, `race`, `tempfile` and `sandbox_then_host`: a place that a file tool is asked for in, what
//! `Dir` makes of it out.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use toolgen_model::json::Json;

use super::run::confined;
use super::world::{SECRET, World};
use super::{Answer, Decision};
use crate::capability::dir::{Read, Write};
use crate::error::ToolError;

/// The most tries of a race, and how long they may take.
const MOST_TRIES: u64 = 100_000;
const MOST_TIME: Duration = Duration::from_secs(20);

/// A read or a write of one path.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(path) = text(input, "path") else { return Answer::unfit("path") };
    let world = match World::new(text(input, "root").unwrap_or("/ws")) {
        Ok(world) => world,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    if let Some(script) = text(input, "setup")
        && let Err(why) = world.set_up(script)
    {
        return Answer::new(Decision::Fault, why);
    }
    tried(&world, text(input, "op").unwrap_or("read"), path)
}

/// A file in a folder for temporary files, where somebody has put a link before.
pub(super) fn tempfile(input: &Json) -> Answer {
    let Some(path) = text(input, "path") else { return Answer::unfit("path") };
    let Some((folder, _)) = path.rsplit_once('/') else { return Answer::unfit("absolute path") };
    let world = match World::new(folder) {
        Ok(world) => world,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    if let Some(script) = text(input, "setup")
        && let Err(why) = world.set_up(script)
    {
        return Answer::new(Decision::Fault, why);
    }
    tried(&world, "write", path)
}

/// A confined program leaves something behind, and a file tool comes by.
pub(super) fn then_host(input: &Json) -> Answer {
    let (Some(inside), Some(op)) = (text(input, "inside"), input.get("host_op")) else {
        return Answer::unfit("inside and host_op");
    };
    let Some(path) = text(op, "path") else { return Answer::unfit("host_op.path") };
    let world = match World::new(text(input, "root").unwrap_or("/ws")) {
        Ok(world) => world,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    match confined(&world.workspace(), &world.script(inside), Duration::from_secs(10)) {
        Ok(_) => tried(&world, text(op, "op").unwrap_or("write"), path),
        Err(error) => Answer::new(Decision::Fault, error),
    }
}

/// A folder is swapped for a link to another place, over and over, while it is read and written through.
pub(super) fn race(input: &Json) -> Answer {
    let Some(path) = text(input, "path") else { return Answer::unfit("path") };
    let Some((folder, file)) = path.rsplit_once('/') else { return Answer::unfit("path with a folder") };
    let tries = input.get("iters").and_then(Json::as_u64).unwrap_or(1000).min(MOST_TRIES);
    let root = text(input, "root").unwrap_or("/ws");
    let prepared = World::new(root).and_then(|world| {
        let (inside, outside) = (world.workspace().join(folder), world.base().join("outside"));
        fs::create_dir_all(&inside)?;
        fs::create_dir_all(&outside)?;
        fs::write(inside.join(file), "inside")?;
        fs::write(outside.join(file), SECRET)?;
        std::os::unix::fs::symlink(&outside, inside.with_extension("link"))?;
        Ok((world, inside, outside))
    });
    let (world, inside, outside) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    let (Ok(reader), Ok(writer)) = (world.dir::<Read>(), world.dir::<Write>()) else {
        return Answer::new(Decision::Fault, "the workspace cannot be opened");
    };
    let over = AtomicBool::new(false);
    let (link, away) = (inside.with_extension("link"), inside.with_extension("away"));
    let writes = text(input, "op") == Some("write");
    let (mut done, mut escapes) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if writes {
                    // A write makes the folder when it is missing, so that any of these may fail.
                    let _ = fs::remove_dir_all(&inside);
                    let _ = std::os::unix::fs::symlink(&outside, &inside);
                    let _ = fs::remove_file(&inside);
                } else {
                    let _ = fs::rename(&inside, &away).and_then(|()| fs::rename(&link, &inside));
                    let _ = fs::rename(&inside, &link).and_then(|()| fs::rename(&away, &inside));
                }
            }
        });
        let end = Instant::now() + MOST_TIME;
        while done < tries && Instant::now() < end {
            if writes {
                let _ = writer.write(path, "inside");
            } else if reader.read_to_string(path).is_ok_and(|text| text.contains(SECRET)) {
                escapes += 1;
            }
            done += 1;
        }
        over.store(true, Ordering::Relaxed);
    });
    let intact = fs::read_to_string(outside.join(file)).is_ok_and(|text| text == SECRET);
    if escapes > 0 || !intact {
        return Answer::new(Decision::Allow, format!("{escapes} escapes in {done} tries"));
    }
    Answer::new(Decision::Contained, format!("path.race: 0 escapes in {done} tries"))
}

fn tried(world: &World, op: &str, path: &str) -> Answer {
    let path = world.path(path);
    let result = match op {
        "read" | "stat" => world.dir::<Read>().and_then(|dir| dir.read(&path)).map(|bytes| {
            let escaped = bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
            escaped.then_some("it reads what lies outside")
        }),
        "list" => world.dir::<Read>().and_then(|dir| dir.entries(&path)).map(|_| None),
        _ => world.dir::<Write>().and_then(|dir| dir.write(&path, "written by the tool")).map(|()| None),
    };
    match result {
        Ok(Some(escape)) => Answer::new(Decision::Allow, escape),
        Ok(None) if !world.is_untouched() => Answer::new(Decision::Allow, "it changed what lies outside"),
        Ok(None) => Answer::new(Decision::Allow, "path.inside"),
        // Nothing was there, and it would have been given.
        Err(error) if error.error_type == "FileNotFound" => Answer::new(Decision::Allow, "path.inside"),
        Err(error) => Answer::new(Decision::Deny, code(&error)),
    }
}

/// The code of a refusal.
fn code(error: &ToolError) -> String {
    let codes = [
        ("no tool writes it", "path.protected"),
        ("escapes workspace", "path.outside_root"),
        ("hard links", "path.hardlink"),
        ("begins with `~`", "path.tilde"),
        ("has a `:`", "path.reserved_char"),
        ("names no file", "path.invalid_component"),
        ("a device, a pipe or a socket", "path.not_regular"),
    ];
    let code = codes.iter().find(|(part, _)| error.message.contains(part)).map_or("path.refused", |(_, code)| code);
    format!("{code}: {}", error.message)
}

pub(super) fn text<'j>(input: &'j Json, key: &str) -> Option<&'j str> {
    input.get(key).and_then(Json::as_str)
}
