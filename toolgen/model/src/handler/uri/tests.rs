//! The examples of RFC 6570, sections 1.2 and 3.2: templates in, expansions out.

use super::*;
use crate::json::Object;

fn values() -> Object {
    let list = |items: &[&str]| Json::Array(items.iter().map(|&item| Json::from(item)).collect());
    let mut values: Object = [
        ("dub", "me/too"),
        ("hello", "Hello World!"),
        ("half", "50%"),
        ("var", "value"),
        ("who", "fred"),
        ("base", "http://example.com/home/"),
        ("path", "/foo/bar"),
        ("v", "6"),
        ("x", "1024"),
        ("y", "768"),
        ("empty", ""),
    ]
    .into_iter()
    .map(|(name, value)| (name, Json::from(value)))
    .collect();
    values.insert("count", list(&["one", "two", "three"]));
    values.insert("dom", list(&["example", "com"]));
    values.insert("list", list(&["red", "green", "blue"]));
    values.insert("keys", Json::from([("semi", ";"), ("dot", "."), ("comma", ",")]));
    values.insert("empty_keys", Object::new());
    values.insert("undef", Json::Null);
    values
}

fn expanded(template: &str) -> String {
    let values = values();
    UriTemplate::parse(template).unwrap().expand(|name| values.get(name).cloned())
}

#[test]
fn the_examples_of_the_rfc_hold() {
    for (template, wanted) in [
        // Levels 1 to 3, section 1.2
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{+var}", "value"),
        ("{+hello}", "Hello%20World!"),
        ("{+path}/here", "/foo/bar/here"),
        ("here?ref={+path}", "here?ref=/foo/bar"),
        ("X{#var}", "X#value"),
        ("X{#hello}", "X#Hello%20World!"),
        ("map?{x,y}", "map?1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("{+x,hello,y}", "1024,Hello%20World!,768"),
        ("{+path,x}/here", "/foo/bar,1024/here"),
        ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{#path,x}/here", "#/foo/bar,1024/here"),
        ("X{.var}", "X.value"),
        ("X{.x,y}", "X.1024.768"),
        ("{/var}", "/value"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{;x,y}", ";x=1024;y=768"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{?x,y}", "?x=1024&y=768"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&x,y,empty}", "&x=1024&y=768&empty="),
        // Section 3.2.1
        ("{count}", "one,two,three"),
        ("{count*}", "one,two,three"),
        ("{/count}", "/one,two,three"),
        ("{/count*}", "/one/two/three"),
        ("{;count}", ";count=one,two,three"),
        ("{;count*}", ";count=one;count=two;count=three"),
        ("{?count}", "?count=one,two,three"),
        ("{?count*}", "?count=one&count=two&count=three"),
        ("{&count*}", "&count=one&count=two&count=three"),
        // Section 3.2.2
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("{x,empty}", "1024,"),
        ("{x,undef}", "1024"),
        ("{undef,y}", "768"),
        ("{var:3}", "val"),
        ("{var:30}", "value"),
        ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"),
        ("{keys}", "semi,%3B,dot,.,comma,%2C"),
        ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
        // Section 3.2.3
        ("{+half}", "50%25"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/home/index"),
        ("O{+empty}X", "OX"),
        ("O{+undef}X", "OX"),
        ("up{+path}{var}/here", "up/foo/barvalue/here"),
        ("{+path:6}/here", "/foo/b/here"),
        ("{+list}", "red,green,blue"),
        ("{+keys}", "semi,;,dot,.,comma,,"),
        ("{+keys*}", "semi=;,dot=.,comma=,"),
        // Section 3.2.4
        ("{#half}", "#50%25"),
        ("foo{#empty}", "foo#"),
        ("foo{#undef}", "foo"),
        ("{#path:6}here", "#/foo/bhere"),
        ("{#keys*}", "#semi=;,dot=.,comma=,"),
        // Section 3.2.5
        ("{.who,who}", ".fred.fred"),
        ("{.half,who}", ".50%25.fred"),
        ("www{.dom*}", "www.example.com"),
        ("X{.empty}", "X."),
        ("X{.undef}", "X"),
        ("X{.var:3}", "X.val"),
        ("X{.list*}", "X.red.green.blue"),
        ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"),
        ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
        ("X{.empty_keys}", "X"),
        ("X{.empty_keys*}", "X"),
        // Section 3.2.6
        ("{/half,who}", "/50%25/fred"),
        ("{/who,dub}", "/fred/me%2Ftoo"),
        ("{/var,empty}", "/value/"),
        ("{/var,undef}", "/value"),
        ("{/var:1,var}", "/v/value"),
        ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
        ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
        ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
        // Section 3.2.7
        ("{;half}", ";half=50%25"),
        ("{;empty}", ";empty"),
        ("{;v,empty,who}", ";v=6;empty;who=fred"),
        ("{;v,undef,who}", ";v=6;who=fred"),
        ("{;hello:5}", ";hello=Hello"),
        ("{;list*}", ";list=red;list=green;list=blue"),
        ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
        ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
        // Sections 3.2.8 and 3.2.9
        ("{?who}", "?who=fred"),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?var:3}", "?var=val"),
        ("{?list*}", "?list=red&list=green&list=blue"),
        ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
        ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
        ("{&who}", "&who=fred"),
        ("{&var:3}", "&var=val"),
        ("{&list}", "&list=red,green,blue"),
        ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
    ] {
        assert_eq!(expanded(template), wanted, "{template}");
    }
}

#[test]
fn what_is_no_template_is_refused() {
    for text in
        ["{", "a}", "{}", "{=x}", "{|x}", "{x:0}", "{x:10000}", "{x:y}", "{a b}", "{a..b}", "{x,}", "{{x}}", "{?}"]
    {
        assert!(UriTemplate::parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_template_is_read_as_it_was_written() {
    let template = UriTemplate::parse("/a/{x}{?y*,z:3}").unwrap();
    let text = serde_json::to_string(&template).unwrap();
    assert_eq!(
        text,
        r#"["/a/",{"variables":[{"name":"x"}]},{"operator":"Query","variables":[{"name":"y","explode":true},{"name":"z","prefix":3}]}]"#
    );
    assert_eq!(serde_json::from_str::<UriTemplate>(&text).unwrap(), template);
}
