//! Hostile and broken texts: each gives a located finding, in bounded time, and never a panic.

use std::time::{Duration, Instant};

use toolgen::diag::{Diagnostic, Sink, Sources, render};
use toolgen::{check, manifest};

fn findings(text: &str) -> Vec<Diagnostic> {
    let mut sources = Sources::default();
    let file = sources.add("a.yaml", text);
    let mut sink = Sink::default();
    let parsed = manifest::parse(&sources, file, &mut sink);
    check::check(&parsed.tools, &mut sink);
    let findings = sink.finish();
    render::text::text(&sources, &findings, false);
    render::json::json(&sources, &findings);
    render::sarif::sarif(&sources, &findings);
    render::github::github(&sources, &findings);
    render::cargo::cargo(&sources, &findings);
    findings
}

/// Unoptimized builds on a busy machine are slow; what this guards against takes minutes.
const LIMIT: Duration = Duration::from_secs(90);

fn bounded(name: &str, text: &str, expected: &str) {
    let start = Instant::now();
    let found = findings(text);
    let took = start.elapsed();
    assert!(took < LIMIT, "{name} took {took:?}");
    let codes: Vec<_> = found.iter().map(|finding| finding.code).collect();
    assert!(codes.contains(&expected), "{name}: {codes:?}");
    assert!(found.iter().all(|finding| finding.span.is_some()), "{name}");
    assert!(found.len() < 5000, "{name}: {} findings", found.len());
}

const HEAD: &str = "manifestVersion: \"1\"\n";

fn tool(body: &str) -> String {
    format!("{HEAD}tools:\n  a:\n    description: A.\n    annotations: {{readOnlyHint: true}}\n{body}")
}

#[test]
fn ten_thousand_levels_of_nesting_are_one_finding() {
    bounded("flow", &format!("{HEAD}tools: {}{}", "[".repeat(10_000), "]".repeat(10_000)), "TG0005");
    bounded("open flow", &format!("{HEAD}tools: {}", "{a: ".repeat(10_000)), "TG0005");
    bounded("dashes", &format!("{HEAD}tools:\n  {}", "- ".repeat(10_000)), "TG0005");
    let block: String = (0..700).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    bounded("block", &block, "TG0005");
    bounded("keys", &"? ".repeat(10_000), "TG0005");
}

#[test]
fn a_large_scalar_with_twenty_thousand_aliases_is_refused_cheaply() {
    let text = format!("{HEAD}x: &a \"{}\"\ntools: [{}]\n", "x".repeat(100_000), "*a, ".repeat(20_000));
    assert!(text.len() < manifest::LARGEST);
    bounded("aliases", &text, "TG0007");
    let bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\ntools: {}\n";
    bounded("bomb", bomb, "TG0007");
}

#[test]
fn more_than_256_kib_are_not_read() {
    bounded("large", &format!("{HEAD}description: {}\n", "x".repeat(300_000)), "TG0003");
}

#[test]
fn texts_that_are_no_strict_yaml_are_located() {
    for (name, text, code) in [
        ("NUL", "manifestVersion: \"1\"\ndescription: a\0b\ntools: {}\n", "TG0011"),
        ("C1", "manifestVersion: \"1\"\ndescription: a\u{9B}b\ntools: {}\n", "TG0011"),
        ("line separator", "manifestVersion: \"1\"\ndescription: a\u{2028}b\ntools: {}\n", "TG0011"),
        ("tags", "manifestVersion: \"1\"\ndescription: a\u{E0061}\ntools: {}\n", "TG0011"),
        ("BOM inside", "manifestVersion: \"1\"\n\u{FEFF}tools: {}\n", "TG0011"),
        ("two documents", "manifestVersion: \"1\"\ntools: {}\n---\n", "TG0006"),
        ("NaN key", "manifestVersion: \"1\"\n.nan: 1\n.nan: 2\ntools: {}\n", "TG0009"),
        ("2^64", "manifestVersion: 18446744073709551616\ntools: {}\n", "TG0014"),
        ("null key", "~: 1\n", "TG0009"),
        ("list as key", "[a, b]: 1\n", "TG0009"),
        ("mapping as key", "{a: b}: 1\n", "TG0009"),
        ("tab", "tools:\n\ta: 1\n", "TG0015"),
        ("quote", "tools: \"a\n", "TG0004"),
        ("only a tag", "!x\n", "TG0008"),
        ("only an alias", "*x\n", "TG0007"),
        ("only a comment", "# a\n", "TG0016"),
        ("nothing", "", "TG0016"),
        ("a scalar", "hello", "TG0016"),
        ("white space", " \n \n", "TG0016"),
        ("end marker", "...\n", "TG0016"),
        ("carriage returns", "manifestVersion: \"1\"\rzebra: 1\rtools: {}\r", "TG0101"),
        ("merge", "a: &a {}\nb:\n  <<: *a\n", "TG0007"),
        ("percent", "%TAG ! tag:x\n---\ntools: {}\n", "TG0018"),
    ] {
        bounded(name, text, code);
    }
}

#[test]
fn a_byte_order_mark_at_the_start_shifts_no_place() {
    let found = findings(
        "\u{FEFF}manifestVersion: \"1\"\nzebra: 1\ntools: {a: {description: A., annotations: {readOnlyHint: true}}}\n",
    );
    assert_eq!(found.len(), 1);
    let mut sources = Sources::default();
    let file = sources.add("a", "\u{FEFF}manifestVersion: \"1\"\nzebra: 1\n");
    assert_eq!(
        found[0].span.map(|span| sources.text(toolgen::diag::Span { file, ..span }).to_owned()).as_deref(),
        Some("zebra")
    );
}

#[test]
fn repeated_parts_take_no_quadratic_time() {
    let keys: String = (0..12_000).map(|n| format!("k{n}: 1\n")).collect();
    bounded("unknown keys", &format!("{HEAD}{keys}"), "TG0101");
    let same = "a: 1\n".repeat(40_000);
    bounded("equal keys", &same, "TG0010");
    let braces = "{ ".repeat(60_000);
    bounded(
        "braces",
        &tool(&format!(
            "    permission: {{confirm: \"{braces}}}\", exec: [ls]}}\n    handler: {{command: {{program: ls, stdin: \"{braces}}}\"}}}}\n    when: A\n"
        )),
        "TG0343",
    );
    let open = "${".repeat(60_000);
    bounded(
        "references",
        &tool(&format!(
            "    permission: {{exec: [ls]}}\n    handler: {{command: {{program: ls, stdin: \"{open}\"}}}}\n"
        )),
        "TG0301",
    );
    let names = (0..20_000).map(|n| format!("k{n}")).collect::<Vec<_>>().join(", ");
    bounded("required", &tool(&format!("    inputSchema: {{required: [{names}]}}\n")), "TG0219");
    let properties: String = (0..6_000).map(|n| format!("        k{n}: {{type: string}}\n")).collect();
    bounded("properties", &tool(&format!("    inputSchema:\n      properties:\n{properties}")), "TG0207");
    let same = "a, ".repeat(60_000);
    bounded(
        "enum",
        &tool(&format!("    inputSchema: {{properties: {{a: {{enum: [{same}], description: A}}}}}}\n")),
        "TG0213",
    );
    let tools: String = (0..4_000).map(|n| format!("  t{n}: {{description: T.}}\n")).collect();
    bounded("tools", &format!("{HEAD}tools:\n{tools}"), "TG0220");
}

#[test]
fn definitions_do_not_multiply() {
    let chain: String = (0..1_000).map(|n| format!("  D{n}: {{items: {{$ref: \"#/$defs/D{}\"}}}}\n", n + 1)).collect();
    let tools: String = (0..1_500)
        .map(|n| format!("  t{n}: {{description: T., inputSchema: {{properties: {{a: {{$ref: \"#/$defs/D0\"}}}}}}}}\n"))
        .collect();
    bounded("chain", &format!("{HEAD}$defs:\n{chain}tools:\n{tools}"), "TG0226");
}

#[test]
fn a_rule_that_is_broken_everywhere_is_shown_200_times_and_counted() {
    let text = format!(
        "{HEAD}tools:\n  a:\n    description: A.\n    annotations: {{readOnlyHint: true}}\n    cases: [{}]\n",
        "*a, ".repeat(500)
    );
    let found = findings(&text);
    assert_eq!(found.len(), 201);
    assert!(found[200].message.starts_with("300 more"), "{}", found[200].message);
}

#[test]
fn mutated_manifests_never_panic_or_hang() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/yaml");
    let mut seeds: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    seeds.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    seeds.sort();
    let seeds: Vec<String> = seeds.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let tokens = [
        "${input.", "}", "{", "[", "]", ": ", "- ", "\n", "\t", "&a ", "*a", "!t ", "\"", "'", "|\n", ">-\n", "? ",
        "---\n", "#", "$ref", "null", "yes", "1e999", "\u{202E}", "\u{FEFF}", "é", "😀", "\0", "\\", "%", "<<: ",
        "input.x", "{{x}}", "0x1", ".nan",
    ];
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % (below.max(1) as u64)).unwrap()
    };
    let start = Instant::now();
    let mut runs = 0;
    while runs < 2_000 && start.elapsed() < Duration::from_secs(60) {
        let mut text = seeds[next(seeds.len())].clone();
        for _ in 0..1 + next(4) {
            let mut places = [next(text.len() + 1), next(text.len() + 1)];
            places.sort_unstable();
            let [from, to] = places.map(|at| text.floor_char_boundary(at));
            match next(4) {
                0 => text.insert_str(from, tokens[next(tokens.len())]),
                1 => text.replace_range(from..to.min(text.floor_char_boundary(from + 20)), ""),
                2 => {
                    let part = text[from..to.min(text.floor_char_boundary(from + 200))].to_owned();
                    text.insert_str(to, &part);
                }
                _ => text.truncate(to),
            }
        }
        let one = Instant::now();
        findings(&text);
        assert!(one.elapsed() < Duration::from_secs(5), "{text:?} took {:?}", one.elapsed());
        runs += 1;
    }
    assert!(runs >= 200, "{runs} runs");
}
