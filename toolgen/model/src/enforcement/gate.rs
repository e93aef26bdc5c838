//! The fifteen steps of the gate, in their order.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "gate.find",
        promise: "A name that is no tool, or a tool whose condition is off, reaches no handler.",
        proof: "gate::find",
        see: "`AGENT call NAME` exits 2 with the nearest name",
    },
    Enforcement {
        id: "gate.surface",
        promise: "A tool that is not listed for a surface cannot be called there.",
        proof: "gate::surface",
        see: "`AGENT explain TOOL --surface SURFACE` stops at `surface`",
    },
    Enforcement {
        id: "gate.arguments",
        promise: "Unknown, missing and ill-typed arguments are refused before anything else is decided.",
        proof: "gate::arguments",
        see: r#"`AGENT call TOOL '{"x":1}'` exits 2 and names every fault"#,
    },
    Enforcement {
        id: "gate.base",
        promise: "The base verdict decides: a denied tool is refused, a supervised one asks.",
        proof: "gate::base",
        see: "`AGENT explain TOOL` names the deciding rule",
    },
    Enforcement {
        id: "gate.ceiling",
        promise: "A delegate never has more than the agent that started it.",
        proof: "gate::ceiling",
        see: "`AGENT explain TOOL --agent AGENT --surface delegate` stops at `ceiling`",
    },
    Enforcement {
        id: "gate.grant",
        promise: "A gated action runs only with a grant of its own; `allow_all` is none.",
        proof: "gate::grant",
        see: "`AGENT explain TOOL.ACTION` stops at `grant`",
    },
    Enforcement {
        id: "gate.argument_rules",
        promise: "Rules about arguments decide on the arguments that the handler gets.",
        proof: "gate::argument_rules",
        see: "`AGENT explain TOOL --args JSON` stops at `argument rules`",
    },
    Enforcement {
        id: "gate.capability",
        promise: "Paths, hosts and programs that a call names are resolved and held against its scope before it runs.",
        proof: "gate::capability",
        see: "`AGENT explain TOOL --args JSON` stops at `capability`",
    },
    Enforcement {
        id: "gate.sandbox",
        promise: "A call that must run confined is refused where nothing confines it.",
        proof: "gate::sandbox",
        see: "`AGENT explain TOOL` stops at `sandbox`",
    },
    Enforcement {
        id: "gate.rate",
        promise: "A call over its budget is refused, and a refused call costs nothing.",
        proof: "gate::rate",
        see: "`AGENT explain TOOL` shows what is left",
    },
    Enforcement {
        id: "gate.intent",
        promise: "What has an effect does not run unless its intent is in the audit log.",
        proof: "gate::intent",
        see: "`AGENT audit show` has an intent before each outcome",
    },
    Enforcement {
        id: "gate.approval",
        promise: "A supervised call runs only after a person said yes.",
        proof: "gate::approval",
        see: "the prompt, or `PermissionDenied`",
    },
    Enforcement {
        id: "gate.headless",
        promise: "A supervised call that nobody can be asked about is refused at once.",
        proof: "gate::headless",
        see: "`AGENT call TOOL … </dev/null` exits 3",
    },
    Enforcement {
        id: "gate.recheck",
        promise: "What changed between the approval and the call is checked again.",
        proof: "gate::recheck",
        see: "the audit record of the refusal says `epoch` or `operands`",
    },
    Enforcement {
        id: "gate.outcome",
        promise: "Every call that ran has an outcome in the audit log.",
        proof: "gate::outcome",
        see: "`AGENT audit show`",
    },
];
