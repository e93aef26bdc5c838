//! Cases of kind `http_body`: the encoding and decoded size of an answer, and the limit on it.

use std::io::{self, Read};

use flate2::Compression;
use flate2::read::{GzEncoder, ZlibEncoder};
use toolgen_model::json::Json;

use super::{Answer, Decision};
use crate::capability::net::read_body;

/// Reads a body of that many zeros, packed as the header says; no more of it is made than is read.
pub(super) fn judge(input: &Json) -> Answer {
    let bytes = input.get("decoded_bytes").or_else(|| input.get("bytes")).and_then(size);
    let most = input.get("max_response_size").and_then(size);
    let (Some(bytes), Some(most)) = (bytes, most) else { return Answer::unfit("sizes") };
    let headers = input.get("headers").and_then(Json::as_object);
    let named = |(name, _): &(&str, &Json)| name.eq_ignore_ascii_case("content-encoding");
    let encoding = headers.and_then(|headers| headers.iter().find(named)).and_then(|(_, value)| value.as_str());
    let plain = io::repeat(0).take(bytes);
    let stream: Box<dyn Read> = match encoding.unwrap_or_default().to_ascii_lowercase().as_str() {
        "gzip" | "x-gzip" => Box::new(GzEncoder::new(plain, Compression::fast())),
        "deflate" => Box::new(ZlibEncoder::new(plain, Compression::fast())),
        _ => Box::new(plain),
    };
    match read_body(stream, encoding, most) {
        Ok(_) => Answer::new(Decision::Allow, "net.body_read"),
        Err(crate::capability::net::BodyFault::TooLarge) => Answer::new(Decision::ToolError, "net.response_too_large"),
        Err(fault) => Answer::new(Decision::ToolError, format!("net.failed: {fault:?}")),
    }
}

/// A size in bytes: a number, or a text such as `10GiB`.
fn size(value: &Json) -> Option<u64> {
    if let Some(bytes) = value.as_u64() {
        return Some(bytes);
    }
    let text = value.as_str()?.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let unit: u64 = match text.get(digits..)?.trim() {
        "" | "B" => 1,
        "KB" | "kB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1 << 40,
        _ => return None,
    };
    text.get(..digits)?.parse::<u64>().ok()?.checked_mul(unit)
}
