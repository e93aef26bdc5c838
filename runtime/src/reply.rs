//! What a call gives back: text, structured content, images and other content, or an error; capped,
//! with what was cut off as data.

use std::borrow::Cow;

use crate::error::ToolError;

mod cap;
mod context;
mod indent;
mod json;

pub use context::{CHARACTERS, InContext, Limited};
#[cfg(any(feature = "rmcp", feature = "net"))]
pub(crate) use json::base64;

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

/// How far a call came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No tool of that name can be called
    Find,
    /// The arguments are wrong
    Decode,
    /// The gate refused
    Gate,
    /// The handler ran
    Call,
    /// The call was cancelled
    Interrupted,
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What came of it
    pub outcome: Result<Body, ToolError>,
    /// What was cut off, if anything
    pub cut: Option<Cut>,
    /// How far the call came
    pub stage: Stage,
}

impl Reply {
    /// The reply of a handler that answered.
    #[inline]
    pub(crate) fn of(mut body: Body) -> Reply {
        let cut = cap::body(&mut body);
        Reply { outcome: Ok(body), cut, stage: Stage::Call }
    }

    /// The same before the cap: secrets are taken out first, since half a secret is not found.
    pub(crate) fn whole(body: Body) -> Reply {
        Reply { outcome: Ok(body), cut: None, stage: Stage::Call }
    }

    /// The same with the cap.
    pub(crate) fn capped(mut self) -> Reply {
        let cut = match &mut self.outcome {
            Ok(body) => cap::body(body),
            Err(error) => cap::error(error),
        };
        self.cut = self.cut.or(cut);
        self
    }

    /// The reply of a call that came to `stage` and failed there.
    #[cold]
    pub(crate) fn failed(stage: Stage, mut error: ToolError) -> Reply {
        let cut = cap::error(&mut error);
        Reply { outcome: Err(error), cut, stage }
    }

    /// The same, with its text cut to other limits than the usual one.
    #[cfg(feature = "attack")]
    pub(crate) fn capped_at(mut self, most: usize) -> Reply {
        if let Ok(Body::Text(text)) = &mut self.outcome
            && text.len() > most
        {
            self.cut = Some(cap::shorten_to(text, most));
        }
        self
    }

    /// Whether the call did what was asked.
    pub fn is_ok(&self) -> bool {
        self.outcome.is_ok()
    }

    /// The reply as text for a model: structured values with two spaces of indentation, `(no output)`
    /// for nothing, an error as its object.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.outcome {
            Ok(Body::Text(text)) if !text.is_empty() => Cow::Borrowed(text),
            Ok(Body::Json(text)) => Cow::Owned(indent::indent(text)),
            Ok(Body::Content(parts)) => joined(parts),
            Ok(Body::Text(_) | Body::Empty) => Cow::Borrowed(NOTHING),
            Err(error) => Cow::Owned(error.to_json()),
        }
    }

    /// The JSON text of the structured value, where there is one.
    pub fn structured(&self) -> Option<&str> {
        if let Ok(Body::Json(text)) = &self.outcome { Some(text) } else { None }
    }

    /// The reply as one JSON object: `{"status":"ok","text":…}` with `structured`, `content` and
    /// `truncated` where they are, or the error object.
    pub fn to_json(&self) -> String {
        json::text(self)
    }
}

/// What a reply without content says.
const NOTHING: &str = "(no output)";

fn joined(parts: &[Content]) -> Cow<'_, str> {
    let mut texts = parts.iter().map(|part| match part {
        Content::Text(text) => Cow::Borrowed(text.as_str()),
        Content::Image { data, mime_type } => Cow::Owned(format!("[image {mime_type}, {} bytes]", data.len())),
        Content::Audio { data, mime_type } => Cow::Owned(format!("[audio {mime_type}, {} bytes]", data.len())),
        Content::Link { uri, name } => Cow::Owned(format!("[{name}]({uri})")),
    });
    match (texts.next(), texts.next()) {
        (None, _) => Cow::Borrowed(NOTHING),
        (Some(only), None) => only,
        (Some(first), Some(second)) => {
            let mut all = first.into_owned();
            for text in std::iter::once(second).chain(texts) {
                all.push('\n');
                all.push_str(&text);
            }
            Cow::Owned(all)
        }
    }
}
