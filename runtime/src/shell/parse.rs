//! A script goes in; out comes its plan, or the place where it stops being plain.

use super::lexer::{self, Kind, Token, opaque};
use super::script::{Command, Connector, Opaque, Plan, Script, Step, Why};
use super::words;

/// The longest script that is looked at, in bytes.
pub const MAX_SCRIPT_BYTES: usize = 64 * 1024;
/// The most programs that one script may start.
pub const MAX_COMMANDS: usize = 1000;

/// Parses a script. Never fails: what is not plain is [`Script::Opaque`].
///
/// ```
/// use toolgen_runtime::shell::{Script, parse};
///
/// let Script::Plain(plan) = parse("grep -rn 'a|b' src | wc -l") else { panic!("it is plain") };
/// assert_eq!(plan.steps[0].pipeline[0].argv, ["grep", "-rn", "a|b", "src"]);
/// let Script::Opaque(opaque) = parse("cat *") else { panic!("it is opaque") };
/// assert_eq!((opaque.token.as_str(), opaque.place.column), ("*", 5));
/// ```
pub fn parse(text: &str) -> Script {
    match plan(text) {
        Ok(plan) => Script::Plain(plan),
        Err(opaque) => Script::Opaque(opaque),
    }
}

fn plan(text: &str) -> Result<Plan, Opaque> {
    if text.len() > MAX_SCRIPT_BYTES {
        let end = (0..=MAX_SCRIPT_BYTES).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        return Err(opaque(text, end, Why::TooLong));
    }
    let tokens = lexer::tokens(text)?;
    let mut builder = Builder { text, steps: Vec::new(), commands: 0, open: Open::Start };
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token.kind {
            Kind::Word { .. } => {
                let mut group = vec![token];
                while let Some(word) = tokens.next_if(|next| matches!(next.kind, Kind::Word { .. })) {
                    group.push(word);
                }
                builder.command(group)?;
            }
            kind => builder.connector(&kind, token.offset)?,
        }
    }
    builder.finish()
}

/// What the next command belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// The script has just begun, or a line or `;` has ended: a command may follow
    Start,
    /// A command has just ended: a connector may follow
    Ended,
    /// A connector that needs a command
    After(Link, usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    Pipe,
    And,
    Or,
}

struct Builder<'a> {
    text: &'a str,
    steps: Vec<Step>,
    commands: usize,
    open: Open,
}

impl Builder<'_> {
    fn connector(&mut self, kind: &Kind, offset: usize) -> Result<(), Opaque> {
        self.open = match (kind, self.open) {
            // A line's end after a connector, and an empty line, mean nothing.
            (Kind::Newline, Open::Start | Open::After(..)) => self.open,
            (Kind::Newline | Kind::Semicolon, Open::Ended) => Open::Start,
            (Kind::Pipe, Open::Ended) => Open::After(Link::Pipe, offset),
            (Kind::And, Open::Ended) => Open::After(Link::And, offset),
            (Kind::Or, Open::Ended) => Open::After(Link::Or, offset),
            _ => return Err(opaque(self.text, offset, Why::Syntax)),
        };
        Ok(())
    }

    fn command(&mut self, tokens: Vec<Token>) -> Result<(), Opaque> {
        let start = tokens.first().map_or(0, |token| token.offset);
        self.commands += 1;
        if self.commands > MAX_COMMANDS {
            return Err(opaque(self.text, start, Why::TooLong));
        }
        let command = self.words(tokens)?;
        let when = match self.open {
            Open::After(Link::Pipe, _) => {
                if let Some(step) = self.steps.last_mut() {
                    step.pipeline.push(command);
                }
                self.open = Open::Ended;
                return Ok(());
            }
            Open::After(Link::And, _) => Connector::IfOk,
            Open::After(Link::Or, _) => Connector::IfFailed,
            Open::Start | Open::Ended => Connector::Always,
        };
        self.steps.push(Step { when, pipeline: vec![command] });
        self.open = Open::Ended;
        Ok(())
    }

    fn words(&self, tokens: Vec<Token>) -> Result<Command, Opaque> {
        let mut command = Command::default();
        let mut last = 0;
        for Token { kind, offset } in tokens {
            let Kind::Word { text, unquoted, quoted } = kind else { continue };
            last = offset;
            if command.argv.is_empty() {
                match words::assignment(&text, unquoted) {
                    Some((name, _)) if name.ends_with('+') => return Err(opaque(self.text, offset, Why::Assignment)),
                    Some((name, value)) => {
                        command.assignments.push((name.to_owned(), value.to_owned()));
                        continue;
                    }
                    None => self.program(&text, quoted, offset)?,
                }
            }
            command.argv.push(text);
        }
        if command.argv.is_empty() {
            return Err(opaque(self.text, last, Why::Assignment));
        }
        Ok(command)
    }

    fn program(&self, word: &str, quoted: bool, offset: usize) -> Result<(), Opaque> {
        let why = if word.is_empty() {
            Why::EmptyProgram
        } else if !quoted && words::is_reserved(word) {
            Why::Reserved
        } else if words::is_builtin(word) || word.starts_with('%') {
            Why::Builtin
        } else {
            return Ok(());
        };
        Err(opaque(self.text, offset, why))
    }

    fn finish(self) -> Result<Plan, Opaque> {
        match self.open {
            Open::After(_, offset) => Err(opaque(self.text, offset, Why::Syntax)),
            Open::Start | Open::Ended => Ok(Plan { steps: self.steps }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Plan {
        match parse(text) {
            Script::Plain(plan) => plan,
            Script::Opaque(opaque) => panic!("{text:?} is opaque: {opaque}"),
        }
    }

    fn why(text: &str) -> Why {
        match parse(text) {
            Script::Opaque(opaque) => opaque.why,
            Script::Plain(plan) => panic!("{text:?} is plain: {plan:?}"),
        }
    }

    #[test]
    fn quotes_join_into_one_word() {
        assert_eq!(plain("echo 'x'\"y\"z '' \"a'b\"").steps[0].pipeline[0].argv, ["echo", "xyz", "", "a'b"]);
        assert_eq!(plain("echo 'a; rm -rf / && $(id)'").steps[0].pipeline[0].argv, ["echo", "a; rm -rf / && $(id)"]);
    }

    #[test]
    fn connectors_and_pipes_keep_their_order() {
        let plan = plain("\n a x |\n b && c\n\n|| d ;e\nf;\n".replace("\n\n||", " ||").as_str());
        let shape: Vec<(Connector, Vec<&str>)> =
            plan.steps.iter().map(|step| (step.when, step.pipeline.iter().map(Command::program).collect())).collect();
        assert_eq!(
            shape,
            [
                (Connector::Always, vec!["a", "b"]),
                (Connector::IfOk, vec!["c"]),
                (Connector::IfFailed, vec!["d"]),
                (Connector::Always, vec!["e"]),
                (Connector::Always, vec!["f"]),
            ]
        );
    }

    #[test]
    fn an_assignment_counts_only_unquoted_and_before_the_program() {
        let plan = plain("A=1 B='x y' env C=2 | \"D\"=3");
        assert_eq!(
            plan.steps[0].pipeline[0].assignments,
            [("A".to_owned(), "1".to_owned()), ("B".to_owned(), "x y".to_owned())]
        );
        assert_eq!(plan.steps[0].pipeline[0].argv, ["env", "C=2"]);
        assert_eq!(plan.steps[0].pipeline[1].argv, ["D=3"]);
    }

    #[test]
    fn what_only_a_shell_knows_is_opaque() {
        for (text, expected) in [
            ("echo $HOME", Why::Expansion),
            ("echo \"$HOME\"", Why::Expansion),
            ("echo `id`", Why::Substitution),
            ("find . -delet\\e", Why::Escape),
            ("cat *", Why::Glob),
            ("cat [a]", Why::Glob),
            ("find . -{delete,print}", Why::Brace),
            ("cat ~root/x", Why::Tilde),
            ("echo a > b", Why::Redirection),
            ("cat<>x", Why::Redirection),
            ("sleep 1 &", Why::Background),
            ("ls &&& rm", Why::Background),
            ("ls |& cat", Why::Background),
            ("(ls)", Why::Subshell),
            ("! rm x", Why::History),
            ("echo x^y", Why::History),
            ("ls # x", Why::Comment),
            ("echo 'a", Why::Unterminated),
            ("echo 'a\rb'", Why::Control),
            ("ls\r", Why::Control),
            ("echo 'a\0b'", Why::Control),
            ("echo \u{a0}", Why::Character),
            ("if ls", Why::Reserved),
            ("ls | time cat", Why::Reserved),
            ("cd x", Why::Builtin),
            ("'eval' x", Why::Builtin),
            ("%1", Why::Builtin),
            ("X=rm", Why::Assignment),
            ("X+=a ls", Why::Assignment),
            ("ls ;; ls", Why::Syntax),
            ("; ls", Why::Syntax),
            ("ls &&", Why::Syntax),
            ("ls\n&& ls", Why::Syntax),
            ("'' x", Why::EmptyProgram),
        ] {
            assert_eq!(why(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_too_long_is_opaque() {
        assert_eq!(why(&"ä".repeat(MAX_SCRIPT_BYTES)), Why::TooLong);
        assert_eq!(why(&"a;".repeat(MAX_COMMANDS + 1)), Why::TooLong);
        assert_eq!(plain(&"a;".repeat(MAX_COMMANDS)).steps.len(), MAX_COMMANDS);
    }

    #[test]
    fn the_place_counts_characters() {
        let Script::Opaque(opaque) = parse("ls\necho 'ü' *.rs x") else { panic!("it is opaque") };
        assert_eq!((opaque.place.line, opaque.place.column, opaque.token.as_str()), (2, 10, "*.rs"));
        assert_eq!(opaque.place.offset, 13);
    }
}
