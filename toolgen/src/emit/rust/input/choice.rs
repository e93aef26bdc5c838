//! Choices: the values of an `enum` in, a Rust enum without data out.

use std::fmt::Write;

use toolgen_model::json::{Json, whole};

use super::{Input, Place, Shape, value};
use crate::emit::rust::literal::string;
use crate::emit::rust::name::{Scope, pascal};
use crate::emit::rust::text::{doc, one_line};

impl<'s> Input<'s> {
    /// The type of a value that is one of `choices`.
    pub(super) fn choice(&mut self, schema: &'s Json, choices: &'s [Json], place: &Place) -> Shape {
        let choices: Vec<&Json> = choices.iter().collect();
        self.one_of(schema, &choices, place).map_or_else(value, |shape| Shape { kept: &["type", "enum"], ..shape })
    }

    /// The same for values of several types; none where one of them is a list or an object.
    pub(super) fn one_of(&mut self, schema: &'s Json, choices: &[&'s Json], place: &Place) -> Option<Shape> {
        let scalars: Vec<String> = choices.iter().map(|choice| scalar(choice)).collect::<Option<_>>()?;
        let name = self.scope.give_type(&place.name);
        let mut names = Scope::default();
        let variants: Vec<String> = choices.iter().map(|choice| names.give_type(&variant(choice))).collect();
        let mut text = doc(schema, "");
        let _ = write!(text, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum {name} {{\n");
        for (choice, variant) in choices.iter().zip(&variants) {
            let shown = choice.as_str().map_or_else(|| choice.to_string(), str::to_owned);
            let _ = writeln!(text, "    /// `{}`\n    {variant},", one_line(&shown));
        }
        text.push_str("}\n\n");
        let texts: Option<Vec<&str>> = choices.iter().map(|choice| choice.as_str()).collect();
        let read = match texts {
            Some(texts) => {
                text.push_str(&of_texts(&name, &texts, &variants));
                "reader.choice()".to_owned()
            }
            None => {
                text.push_str(&of_scalars(&name, choices, &scalars, &variants));
                format!("reader.read::<{name}>()")
            }
        };
        self.items.push(text);
        Some(Shape { read: typed(&read, &name), ty: name, kept: &[] })
    }
}

/// The expression with its type, where it does not say it itself.
fn typed(read: &str, ty: &str) -> String {
    if read == "reader.choice()" { format!("reader.choice::<{ty}>()") } else { read.to_owned() }
}

fn of_texts(name: &str, texts: &[&str], variants: &[String]) -> String {
    let mut text = format!(
        "impl {name} {{\n    /// The text that it stands for.\n    pub const fn as_str(self) -> &'static str {{\n        match self {{\n"
    );
    for (literal, variant) in texts.iter().map(|text| string(text)).zip(variants) {
        let _ = writeln!(text, "            {name}::{variant} => {literal},");
    }
    let _ = write!(
        text,
        "        }}\n    }}\n}}\n\nimpl runtime::Choice for {name} {{\n    fn chosen(text: &str) -> ::core::option::Option<{name}> {{\n        runtime::Some(match text {{\n"
    );
    for (literal, variant) in texts.iter().map(|text| string(text)).zip(variants) {
        let _ = writeln!(text, "            {literal} => {name}::{variant},");
    }
    text.push_str("            _ => return runtime::None,\n        })\n    }\n}\n");
    text
}

fn of_scalars(name: &str, choices: &[&Json], scalars: &[String], variants: &[String]) -> String {
    let mut text = format!(
        "impl {name} {{\n    /// The value that it stands for, as JSON text.\n    pub const fn as_json(self) -> &'static str {{\n        match self {{\n"
    );
    for (choice, variant) in choices.iter().zip(variants) {
        let _ = writeln!(text, "            {name}::{variant} => {},", string(&choice.to_string()));
    }
    let _ = write!(
        text,
        "        }}\n    }}\n}}\n\nimpl runtime::Read for {name} {{\n    fn read(reader: &mut runtime::Reader<'_>) -> runtime::Reading<{name}> {{\n        reader.one_of(&[\n"
    );
    for (scalar, variant) in scalars.iter().zip(variants) {
        let _ = writeln!(text, "            ({scalar}, {name}::{variant}),");
    }
    text.push_str("        ])\n    }\n}\n");
    text
}

/// A `Scalar` of the runtime.
pub(super) fn scalar(value: &Json) -> Option<String> {
    Some(match value {
        Json::Null => "runtime::Scalar::Null".to_owned(),
        Json::Bool(value) => format!("runtime::Scalar::Bool({value})"),
        Json::String(text) => format!("runtime::Scalar::Text({})", string(text)),
        Json::Number(number) => match (whole(number), number.as_f64()) {
            (Some(n), _) if i64::try_from(n).is_ok() => format!("runtime::Scalar::Int({n})"),
            (Some(n), _) if u64::try_from(n).is_ok() => format!("runtime::Scalar::Uint({n})"),
            (_, Some(n)) if n.is_finite() => format!("runtime::Scalar::Float({n:?})"),
            _ => return None,
        },
        Json::Array(_) | Json::Object(_) => return None,
    })
}

/// The name of a variant: `Small` for a text, `N5`, `Minus5` and `N2_5` for numbers.
fn variant(value: &Json) -> String {
    match value {
        Json::String(text) => pascal(text),
        Json::Null => "Null".into(),
        Json::Bool(true) => "True".into(),
        Json::Bool(false) => "False".into(),
        other => {
            let text = other.to_string();
            let (sign, digits) = text.strip_prefix('-').map_or(("N", text.as_str()), |digits| ("Minus", digits));
            let digits: String = digits.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            format!("{sign}{digits}")
        }
    }
}
