//! What a call gives back: text, structured content, images and other content, or an error.

use crate::error::ToolError;

/// What a handler gave back.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Nothing to say
    Empty,
    /// Text
    Text(String),
    /// JSON text of a structured value
    Json(String),
    /// Several parts
    Content(Vec<Content>),
}

/// One part of a reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Text
    Text(String),
    /// An image
    Image {
        /// The bytes
        data: Vec<u8>,
        /// For example `image/png`
        mime_type: String,
    },
    /// Sound
    Audio {
        /// The bytes
        data: Vec<u8>,
        /// For example `audio/wav`
        mime_type: String,
    },
    /// Something to fetch
    Link {
        /// Where
        uri: String,
        /// What to call it
        name: String,
    },
}

/// How much of a reply was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes before the cut
    pub original: usize,
    /// Bytes kept
    pub kept: usize,
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What came of it
    pub outcome: Result<Body, ToolError>,
    /// What was cut off, if anything
    pub cut: Option<Cut>,
}
