//! `read_file`: a path in, the file's text or its first lines out.

use std::io::{BufRead, BufReader};

use toolgen_runtime::{Dir, Read, Result, ToolError};

use super::Input;

/// Without a limit, the whole file is read; a greater one is refused.
const MOST_BYTES: u64 = 10 * 1024 * 1024;

pub(crate) fn read_file(input: Input, dir: &Dir<Read>) -> Result<String> {
    let Input { path, limit } = input;
    match limit {
        None => whole(dir, &path),
        Some(limit) => first(dir, &path, limit),
    }
}

fn whole(dir: &Dir<Read>, path: &str) -> Result<String> {
    let size = dir.open(path)?.metadata().map_err(|error| unreadable(path, &error))?.len();
    if size > MOST_BYTES {
        let text = format!("File too large: {size} bytes (limit: {MOST_BYTES} bytes)");
        return Err(ToolError::new("ValidationError", text).suggestion("Read its first lines with `limit`."));
    }
    dir.read_to_string(path)
}

/// The first lines; the others are counted as they pass, up to [`MOST_BYTES`] of them, and not kept.
fn first(dir: &Dir<Read>, path: &str, limit: u64) -> Result<String> {
    let mut file = BufReader::new(dir.open(path)?);
    let (mut kept, mut lines, mut more, mut inside) = (Vec::new(), 0, 0_u64, false);
    let (mut passed, mut ended) = (0, false);
    while passed < MOST_BYTES || lines < limit {
        let chunk = file.fill_buf().map_err(|error| unreadable(path, &error))?;
        if chunk.is_empty() {
            ended = true;
            break;
        }
        if lines >= limit {
            passed += chunk.len() as u64;
        }
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            if lines < limit {
                kept.extend_from_slice(piece);
            } else if !inside {
                more += 1;
            }
            inside = !piece.ends_with(b"\n");
            lines += u64::from(!inside);
        }
        if kept.len() as u64 > MOST_BYTES {
            let text = format!("The first {limit} lines of {path} have more than {MOST_BYTES} bytes");
            return Err(ToolError::new("ValidationError", text).suggestion("Ask for fewer lines."));
        }
        let read = chunk.len();
        file.consume(read);
    }
    let mut text = String::from_utf8(kept)
        .ok()
        .filter(|text| !text.contains('\0'))
        .ok_or_else(|| ToolError::new("ValidationError", format!("'{path}' is a binary file, not text")))?;
    if more > 0 {
        let least = if ended { "" } else { "at least " };
        text.push_str(&format!("... ({least}{more} more lines)"));
    }
    Ok(text)
}

fn unreadable(path: &str, error: &std::io::Error) -> ToolError {
    ToolError::new("ToolExecutionError", format!("'{path}' cannot be read: {error}"))
}
