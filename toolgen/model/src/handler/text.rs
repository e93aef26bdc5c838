//! Text with references to the arguments of a call: data only.

use serde::{Deserialize, Serialize};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reference {
    /// An argument of the call: the properties on the way, at least one
    Input(Vec<String>),
    /// What the runtime knows: `agent`, `surface`, `workspace` or `call`
    Context(String),
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// Text as it stands
    Text(String),
    /// A value that is put in
    Value(Reference),
}

/// The pieces of a text in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Template(pub Vec<Part>);

impl Reference {
    /// As a manifest writes it: `input.a.b`.
    pub fn name(&self) -> String {
        match self {
            Reference::Input(path) => format!("input.{}", path.join(".")),
            Reference::Context(name) => format!("context.{name}"),
        }
    }
}

impl Template {
    /// The reference, if the text is one and nothing else.
    pub fn whole(&self) -> Option<&Reference> {
        if let [Part::Value(reference)] = self.0.as_slice() { Some(reference) } else { None }
    }

    /// The text, if there is no reference in it.
    pub fn constant(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The references in it, in order.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.0.iter().filter_map(|part| if let Part::Value(reference) = part { Some(reference) } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_read_as_it_was_written() {
        let template = Template(vec![
            Part::Text("--max=".into()),
            Part::Value(Reference::Input(vec!["a".into(), "b".into()])),
            Part::Value(Reference::Context("call".into())),
        ]);
        let text = serde_json::to_string(&template).unwrap();
        assert_eq!(text, r#"["--max=",{"input":["a","b"]},{"context":"call"}]"#);
        assert_eq!(serde_json::from_str::<Template>(&text).unwrap(), template);
        assert_eq!((template.whole(), template.constant(), template.references().count()), (None, None, 2));
    }
}
