//! Values of any form, for what has no type of its own.

use serde_json::{Map, Value};

use super::{Key, Reader, Reading};
use crate::decode::Trouble;
use crate::decode::number::Number;

impl Reader<'_> {
    /// Any value in which no name comes twice in one object.
    ///
    /// # Errors
    /// When no such value comes.
    pub fn value(&mut self) -> Reading<Value> {
        match self.cursor.peek().ok_or(Trouble)? {
            b'{' => {
                let (mut members, mut keys) = (Map::new(), self.object(&[])?);
                while let Some(Key::Other(name)) = self.key(&mut keys)? {
                    let value = self.value()?;
                    if members.insert(name.into_owned(), value).is_some() {
                        return Err(Trouble);
                    }
                }
                Ok(Value::Object(members))
            }
            b'[' => self.list(Reader::value).map(Value::Array),
            b'"' => self.string().map(Value::String),
            b't' | b'f' => self.boolean().map(Value::Bool),
            b'n' => self.null().map(|()| Value::Null),
            _ => Ok(match self.cursor.number()? {
                Number::Int(n) => n.into(),
                Number::Uint(n) => n.into(),
                Number::Float(n) => n.into(),
            }),
        }
    }
}
