//! RFC 6570 URI templates, all four levels: text in, parts out; parts and values in, the expanded text out.

use serde::{Deserialize, Serialize};

use crate::json::Json;

#[cfg(test)]
mod tests;

/// A template in its parts, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UriTemplate(pub Vec<UriPart>);

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum UriPart {
    /// Text as it stands
    Text(String),
    /// Values that are put in
    Expression(Expression),
}

/// What stands in braces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// How the values are written
    #[serde(default, skip_serializing_if = "Operator::is_simple")]
    pub operator: Operator,
    /// The values in order
    pub variables: Vec<Variable>,
}

/// One value of an expression.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// Its name
    pub name: String,
    /// Only so many characters of it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<u16>,
    /// Whether each item of a list or object stands for itself
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub explode: bool,
}

/// How the values of an expression are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operator {
    /// `{x}`
    #[default]
    Simple,
    /// `{+x}`: reserved characters stay
    Reserved,
    /// `{#x}`: a fragment
    Fragment,
    /// `{.x}`: a label
    Label,
    /// `{/x}`: path segments
    Path,
    /// `{;x}`: path parameters
    Parameters,
    /// `{?x}`: a query
    Query,
    /// `{&x}`: more of a query
    Continuation,
}

impl Operator {
    fn of(letter: char) -> Option<Operator> {
        Some(match letter {
            '+' => Operator::Reserved,
            '#' => Operator::Fragment,
            '.' => Operator::Label,
            '/' => Operator::Path,
            ';' => Operator::Parameters,
            '?' => Operator::Query,
            '&' => Operator::Continuation,
            _ => return None,
        })
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
    fn is_simple(&self) -> bool {
        *self == Operator::Simple
    }

    /// Whether a value that is absent leaves nothing behind, not even an empty place.
    pub fn leaves_out(self) -> bool {
        !matches!(self, Operator::Simple | Operator::Reserved)
    }

    /// Whether reserved characters of a value stay as they are.
    pub fn keeps_reserved(self) -> bool {
        matches!(self, Operator::Reserved | Operator::Fragment)
    }

    /// What stands before the first value and between two.
    fn marks(self) -> (&'static str, &'static str) {
        match self {
            Operator::Simple | Operator::Reserved => ("", ","),
            Operator::Fragment => ("#", ","),
            Operator::Label => (".", "."),
            Operator::Path => ("/", "/"),
            Operator::Parameters => (";", ";"),
            Operator::Query => ("?", "&"),
            Operator::Continuation => ("&", "&"),
        }
    }

    fn is_named(self) -> bool {
        matches!(self, Operator::Parameters | Operator::Query | Operator::Continuation)
    }
}

impl Expression {
    /// The expression of the text between the braces.
    ///
    /// # Errors
    /// What is wrong with it, as half a sentence.
    pub fn parse(text: &str) -> Result<Expression, String> {
        let first = text.chars().next().ok_or("the braces are empty")?;
        if "=,!@|".contains(first) {
            return Err(format!("the operator `{first}` is reserved for later"));
        }
        let (operator, rest) = match Operator::of(first) {
            Some(operator) => (operator, &text[1..]),
            None => (Operator::Simple, text),
        };
        let variables: Result<Vec<Variable>, String> = rest.split(',').map(variable).collect();
        Ok(Expression { operator, variables: variables? })
    }

    /// The text of the expression with the values that `value` gives; an absent value or a null is left out.
    pub fn expand(&self, value: &impl Fn(&str) -> Option<Json>) -> String {
        let (first, between) = self.operator.marks();
        let written: Vec<String> =
            self.variables.iter().filter_map(|variable| self.one(variable, &value(&variable.name)?)).collect();
        if written.is_empty() { String::new() } else { format!("{first}{}", written.join(between)) }
    }

    /// One value; none when it is null or an empty list, which count as undefined.
    fn one(&self, variable: &Variable, value: &Json) -> Option<String> {
        let write = |text: &str| encode(text, self.operator.keeps_reserved());
        let between = self.operator.marks().1;
        let name = variable.name.as_str();
        let pairs: Vec<(String, String)> = match value {
            Json::Null => return None,
            Json::Array(items) => {
                let items = items.iter().filter(|item| !item.is_null());
                items.map(|item| (encode(name, false), write(&plain(item)))).collect()
            }
            Json::Object(entries) => {
                let entries = entries.iter().filter(|(_, item)| !item.is_null());
                entries.map(|(key, item)| (write(key), write(&plain(item)))).collect()
            }
            single => {
                let text = plain(single);
                let text = match variable.prefix {
                    Some(most) => text.chars().take(usize::from(most)).collect(),
                    None => text,
                };
                return Some(self.named(name, &write(&text)));
            }
        };
        if pairs.is_empty() {
            return None;
        }
        let is_list = matches!(value, Json::Array(_));
        if !variable.explode {
            let parts = pairs.iter().map(|(key, item)| if is_list { item.clone() } else { format!("{key},{item}") });
            return Some(self.named(name, &parts.collect::<Vec<_>>().join(",")));
        }
        let parts = pairs.iter().map(|(key, item)| match (is_list, self.operator.is_named()) {
            (true, false) => item.clone(),
            (true, true) => self.named(name, item),
            (false, true) if item.is_empty() && self.operator == Operator::Parameters => key.clone(),
            (false, _) => format!("{key}={item}"),
        });
        Some(parts.collect::<Vec<_>>().join(between))
    }

    /// `name=value` where the operator names its values; `;name` where it is empty.
    fn named(&self, name: &str, value: &str) -> String {
        match (self.operator.is_named(), value.is_empty()) {
            (false, _) => value.to_owned(),
            (true, true) if self.operator == Operator::Parameters => encode(name, false),
            (true, _) => format!("{}={value}", encode(name, false)),
        }
    }
}

impl UriTemplate {
    /// The template of a text.
    ///
    /// # Errors
    /// What is wrong with it, as half a sentence.
    pub fn parse(text: &str) -> Result<UriTemplate, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (inner, after) = after.split_once('}').ok_or("a `{` is never closed")?;
            if !before.is_empty() {
                parts.push(UriPart::Text(before.to_owned()));
            }
            parts.push(UriPart::Expression(Expression::parse(inner)?));
            rest = after;
        }
        if rest.contains('}') {
            return Err("a `}` was never opened".into());
        }
        if !rest.is_empty() {
            parts.push(UriPart::Text(rest.to_owned()));
        }
        Ok(UriTemplate(parts))
    }

    /// The text of the template with the values that `value` gives.
    pub fn expand(&self, value: impl Fn(&str) -> Option<Json>) -> String {
        let parts = self.0.iter().map(|part| match part {
            UriPart::Text(text) => encode(text, true),
            UriPart::Expression(expression) => expression.expand(&value),
        });
        parts.collect()
    }

    /// The expressions in it, in order.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.0.iter().filter_map(|part| if let UriPart::Expression(one) = part { Some(one) } else { None })
    }
}

fn variable(text: &str) -> Result<Variable, String> {
    let (name, prefix, explode) = match (text.strip_suffix('*'), text.split_once(':')) {
        (Some(name), _) => (name, None, true),
        (None, Some((name, digits))) => {
            let fits = (1..=4).contains(&digits.len()) && !digits.starts_with('0');
            let most = digits.parse::<u16>().ok().filter(|_| fits);
            (name, Some(most.ok_or_else(|| format!("`{digits}` is no number from 1 to 9999"))?), false)
        }
        (None, None) => (text, None, false),
    };
    let good = !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "_.-".contains(c))
        && !name.split('.').any(str::is_empty);
    if !good {
        return Err(format!("`{name}` is no name"));
    }
    Ok(Variable { name: name.to_owned(), prefix, explode })
}

/// A single value as text.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The text with everything percent-encoded that is not unreserved; with `reserved`, reserved characters and
/// what is percent-encoded already stay too.
pub fn encode(text: &str, reserved: bool) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let is_hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        let stays = byte.is_ascii_alphanumeric()
            || b"-._~".contains(&byte)
            || reserved && b":/?#[]@!$&'()*+,;=".contains(&byte)
            || reserved && byte == b'%' && is_hex(at + 1) && is_hex(at + 2);
        if stays {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
