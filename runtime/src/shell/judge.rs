//! A script and a policy go in, the verdict with its reasons comes out. The strictest program decides.

use std::path::PathBuf;

use toolgen_model::Verdict;

use super::grammar::{self, Inner, Operands};
use super::parse::parse;
use super::policy::{Autonomy, Policy, Rule};
use super::programs::{Programs, base_name};
use super::risk::{self, Risk};
use super::scan;
use super::script::{Command, Opaque, Script, Why};
use super::verdict::{Finding, Judgement};
use super::words;

/// How deep programs that run programs are followed.
const MAX_DEPTH: usize = 8;

/// Judges a script. What is allowed may be run as parsed; nothing else of the text matters.
pub fn judge(text: &str, policy: &Policy, programs: &dyn Programs) -> Judgement {
    let mut judge = Judge { policy, programs, findings: Vec::new(), can_remember: true, command: None };
    if policy.autonomy == Autonomy::Readonly {
        judge.add(Verdict::Deny, "shell.readonly", "the agent may only read; commands do not run".to_owned());
    } else {
        judge.script(&parse(text), text, 0);
    }
    Judgement::of(judge.findings, judge.can_remember)
}

struct Judge<'a> {
    policy: &'a Policy,
    programs: &'a dyn Programs,
    findings: Vec<Finding>,
    can_remember: bool,
    /// The program that findings are about
    command: Option<usize>,
}

impl Judge<'_> {
    fn add(&mut self, verdict: Verdict, code: &'static str, text: String) {
        self.findings.push(Finding { verdict, code, text, command: self.command });
    }

    fn script(&mut self, script: &Script, text: &str, depth: usize) {
        match script {
            Script::Plain(plan) if plan.steps.is_empty() => {
                self.add(Verdict::Deny, "shell.empty", "there is no command".to_owned());
            }
            Script::Plain(plan) => {
                for (index, command) in plan.commands().enumerate() {
                    if depth == 0 {
                        self.command = Some(index);
                    }
                    self.command(command, depth);
                }
            }
            Script::Opaque(opaque) => self.opaque(opaque, text),
        }
    }

    fn opaque(&mut self, opaque: &Opaque, text: &str) {
        self.can_remember = false;
        // Every call has a shell and an environment of its own, so that such a line alone does nothing: whoever
        // sends it counts on a later one.
        if opaque.why == Why::Builtin && words::changes_only_the_shell(text) {
            let text = "it changes nothing but a shell that ends with it; put it into the command that needs it";
            self.add(Verdict::Deny, "shell.env_mutation", text.to_owned());
        }
        self.add(Verdict::Supervised, "shell.not_plain", opaque.to_string());
        self.scan(text);
    }

    /// Looks for denied programs and such of high risk in text whose meaning is not known.
    fn scan(&mut self, text: &str) {
        if let Some((path, rule)) = self.policy.closed.as_ref().and_then(|closed| closed.stands_in(text)) {
            self.closed(path, &rule);
        }
        if let Some(rule) = scan::denied(text, &self.policy.deny) {
            let text = format!("`{}` is denied and stands in it", rule.name());
            self.add(Verdict::Deny, "shell.rule_deny", text);
        }
        if let Some(own) =
            self.policy.own_programs.iter().find(|own| scan::denied(text, &[Rule::program(own)]).is_some())
        {
            let text = format!("`{own}` decides what the agent may do; the agent does not run it");
            self.add(Verdict::Deny, "policy.agent_origin", text);
        }
        if let Some(name) = scan::high_risk(text) {
            self.high_risk(&name);
        }
    }

    fn high_risk(&mut self, name: &str) {
        let (verdict, what) = if self.policy.block_high_risk {
            (Verdict::Deny, "is of high risk and blocked")
        } else {
            (Verdict::Supervised, "is of high risk and needs an approval")
        };
        self.add(verdict, "shell.high_risk", format!("`{name}` {what}"));
    }

    fn command(&mut self, command: &Command, depth: usize) {
        for (name, _) in &command.assignments {
            if !grammar::harmless_variable(name) {
                self.can_remember = false;
                let text = format!("`{name}=…` sets a variable that can change what programs do");
                self.add(Verdict::Supervised, "shell.assignment", text);
            }
        }
        self.argv(&command.argv, true, depth);
    }

    /// Judges one argument list; `complete` when no more arguments come at run time.
    fn argv(&mut self, argv: &[String], complete: bool, depth: usize) {
        let Some((program, arguments)) = argv.split_first() else { return };
        if depth > MAX_DEPTH {
            self.add(Verdict::Supervised, "shell.opaque_exec", "programs run programs too deeply".to_owned());
            return self.scan(&argv.join(" "));
        }
        self.denials(program, arguments);
        let rule = self.allowance(program, arguments);
        let exact = complete && rule.is_some_and(Rule::is_exact);
        match rule {
            None => {
                let text = format!("`{program}` with these arguments is not among the allowed commands");
                self.add(Verdict::Supervised, "shell.unlisted", text);
            }
            Some(rule) if rule.is_prefix_too_wide() => {
                self.can_remember = false;
                let text =
                    format!("the rule for `{program}` fixes options or paths but not what follows; make it exact");
                self.add(Verdict::Supervised, "shell.prefix_too_wide", text);
            }
            Some(_) => {}
        }
        self.paths(program, arguments);
        self.arguments(argv, exact, depth);
        match risk::risk(argv) {
            Risk::High => self.high_risk(program),
            Risk::Medium if self.policy.ask_medium_risk && self.policy.autonomy != Autonomy::Full && !exact => {
                self.add(Verdict::Supervised, "shell.medium_risk", format!("`{program}` changes something"));
            }
            Risk::Medium | Risk::Low => {}
        }
    }

    fn denials(&mut self, program: &str, arguments: &[String]) {
        // A link gives a program another name: both count.
        let target = self.programs.resolve(program).and_then(|path| path.canonicalize().ok());
        let target =
            target.as_ref().and_then(|path| path.file_name()).and_then(|name| name.to_str()).unwrap_or(program);
        let names = [program, target];
        if let Some(rule) = self.policy.deny.iter().find(|rule| names.iter().any(|name| rule.meets(name, arguments))) {
            let text = format!("`{}` is denied", rule.name());
            self.add(Verdict::Deny, "shell.rule_deny", text);
        }
        if self.policy.own_programs.iter().any(|own| names.iter().any(|name| base_name(own) == base_name(name))) {
            let text = format!("`{program}` decides what the agent may do; the agent does not run it");
            self.add(Verdict::Deny, "policy.agent_origin", text);
        }
    }

    /// The rule that allows the command: the exact one before the longer before the shorter. The program must
    /// be the file that the rule's name stands for.
    fn allowance(&self, program: &str, arguments: &[String]) -> Option<&Rule> {
        let file: PathBuf = self.programs.resolve(program)?;
        let same = |rule: &&Rule| {
            let names_it = rule.name() == "*" || self.programs.resolve(rule.name()).is_some_and(|path| path == file);
            names_it && rule.covers(arguments)
        };
        let allowed: Vec<&Rule> = self.policy.allow.iter().filter(same).collect();
        let first = |wanted: fn(&Rule) -> bool| allowed.iter().copied().find(|rule| wanted(rule));
        first(Rule::is_exact).or_else(|| first(|rule| !rule.is_prefix_too_wide())).or_else(|| first(|_| true))
    }

    fn paths(&mut self, program: &str, arguments: &[String]) {
        let mut text_operands = match grammar::operands(program) {
            Operands::Paths => 0,
            Operands::TextThenPaths => 1,
            Operands::Text => return,
        };
        let paths = arguments.iter().filter(|argument| {
            let is_text = text_operands > 0 && !argument.starts_with('-');
            text_operands -= usize::from(is_text);
            !is_text
        });
        let paths: Vec<&str> = paths.map(String::as_str).collect();
        if let Some(workspace) = &self.policy.workspace
            && let Some(path) = paths.iter().find_map(|argument| workspace.outside(argument))
        {
            let text = format!("`{path}` is outside the workspace `{}`", workspace.root().display());
            self.add(Verdict::Deny, "shell.path_outside", text);
        }
        let closed = self.policy.closed.as_ref();
        if let Some((path, rule)) = closed.and_then(|closed| paths.iter().find_map(|argument| closed.names(argument))) {
            self.closed(path, &rule);
        }
    }

    fn closed(&mut self, path: &str, rule: &str) {
        self.add(Verdict::Deny, "shell.path_closed", format!("`{path}` is closed: {rule}"));
    }

    fn arguments(&mut self, argv: &[String], exact: bool, depth: usize) {
        let reading = grammar::read(argv);
        if reading.runs_others {
            self.can_remember = false;
        }
        for danger in reading.dangers {
            if !exact {
                self.can_remember = false;
                self.add(Verdict::Supervised, "shell.dangerous_argument", danger);
            }
        }
        for inner in reading.inner {
            match inner {
                Inner::Complete(inner) => self.argv(&inner, true, depth + 1),
                Inner::Partial(inner) => self.argv(&inner, false, depth + 1),
                Inner::Script(text) => self.script(&parse(&text), &text, depth + 1),
                Inner::Unknown => self.scan(&argv.get(1..).unwrap_or_default().join("\n")),
            }
        }
    }
}
