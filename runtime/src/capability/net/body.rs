//! The body of an answer: a stream in, its bytes decoded out, never more of them than the limit.

use std::io::{self, Read};

use flate2::read::{MultiGzDecoder, ZlibDecoder};

/// Why there is no body.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It has more bytes than the limit, counted after decoding
    TooLarge,
    /// An encoding that nobody asked for
    Encoding(String),
    /// The stream broke off, or is not encoded as it says
    Broken(io::Error),
}

/// Reads and decodes a body of at most `most` bytes. What is not read any more is never decoded.
pub(crate) fn read(stream: impl Read, encoding: Option<&str>, most: u64) -> Result<Vec<u8>, Fault> {
    match encoding.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "" | "identity" => all(stream, most),
        "gzip" | "x-gzip" => all(MultiGzDecoder::new(stream), most),
        "deflate" => all(ZlibDecoder::new(stream), most),
        other => Err(Fault::Encoding(other.chars().take(40).flat_map(char::escape_debug).collect())),
    }
}

fn all(stream: impl Read, most: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    stream.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(Fault::Broken)?;
    if bytes.len() as u64 > most { Err(Fault::TooLarge) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::read::GzEncoder;

    use super::*;

    #[test]
    fn the_limit_counts_what_is_decoded() {
        let packed = |size: u64| GzEncoder::new(io::repeat(0).take(size), Compression::best());
        assert_eq!(read(packed(1000), Some("gzip"), 1000).unwrap().len(), 1000);
        // Ten gibibytes of zeros: only what the limit allows is ever decoded.
        let started = std::time::Instant::now();
        assert!(matches!(read(packed(10 << 30), Some("GZIP"), 1000), Err(Fault::TooLarge)));
        assert!(started.elapsed().as_secs() < 5);
        assert!(matches!(read(&b"abc"[..], None, 2), Err(Fault::TooLarge)));
        assert!(matches!(read(&b"no gzip"[..], Some("gzip"), 10), Err(Fault::Broken(_))));
        assert!(matches!(read(&b"x"[..], Some("br"), 10), Err(Fault::Encoding(_))));
        assert!(matches!(read(&b"x"[..], Some("gzip, gzip"), 10), Err(Fault::Encoding(_))));
    }
}
