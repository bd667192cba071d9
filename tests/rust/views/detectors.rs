//! The detectors against secrets made by lot, and against texts in which there are none.

use std::fs;
use std::path::{Path, PathBuf};

use rethought::json::{quote, scan};
use rethought::views::{Detectors, Policy, kinds, redact};

use super::lots::Lots;
use super::secrets::{FORMS, MADE, filled};

/// How many of each kind.
const EACH: usize = 10_000;
/// The texts around a secret. The last are JSON within JSON.
const AROUND: [&str; 14] = [
    "{}",
    "the key is {}",
    "export TOKEN={}\nnext line",
    "\"{}\"",
    "'{}'",
    "use `{}`, then go on",
    "({})",
    "a\t{}\tb",
    "<{}>",
    "日本 {}。",
    "x={};",
    "[{}]",
    "first\n{}\nlast",
    "it was {}.",
];

fn made(kind: &str, lots: &mut Lots) -> (String, String) {
    match FORMS.iter().find(|(name, _)| *name == kind) {
        Some((_, forms)) => {
            let form = *lots.of::<&str>(forms);
            filled(form, lots)
        }
        None => MADE.iter().find(|(name, _)| *name == kind).unwrap_or_else(|| panic!("{kind} is not made")).1(lots),
    }
}

#[test]
fn of_ten_thousand_secrets_of_each_kind_999_in_1000_are_found() {
    let policy = Policy::default();
    let mut lots = Lots(5);
    let (mut missed_most, mut failed) = ((0, ""), Vec::new());
    for kind in kinds() {
        let mut missed = Vec::new();
        for _ in 0..EACH / 50 {
            let secrets: Vec<(String, String)> = (0..50).map(|_| made(kind, &mut lots)).collect();
            let strings: Vec<String> = secrets
                .iter()
                .map(|(before, secret)| {
                    let text = lots.of(&AROUND).replacen("{}", &format!("{before}{secret}"), 1);
                    let text = if lots.below(4) == 0 { format!("{{\"v\":{}}}", quote(&text)) } else { text };
                    quote(&text)
                })
                .collect();
            let redacted = redact(format!("[{}]", strings.join(",")).as_bytes(), &policy).unwrap();
            let document = scan(&redacted.text).unwrap();
            for (nth, ((_, secret), element)) in secrets.iter().zip(document.root().elements()).enumerate() {
                let text = element.text().unwrap().lossy();
                let gone = !text.contains(secret.as_str()) && !text.contains(&quote(secret).trim_matches('"').to_owned());
                let told = redacted.hits.iter().any(|found| found.kind == kind && found.pointer == format!("/{nth}"));
                if !gone || !told {
                    missed.push(text.into_owned());
                }
            }
        }
        if missed.len() > missed_most.0 {
            missed_most = (missed.len(), kind);
        }
        if missed.len() * 1000 > EACH {
            failed.push(format!("{kind}: {} of {EACH} missed, such as {:?}", missed.len(), &missed[..3]));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    println!("{} kinds, {EACH} each; most missed: {} of {}", kinds().len(), missed_most.0, missed_most.1);
}

#[test]
fn there_are_at_least_25_kinds_and_each_is_made_by_lot() {
    let all = kinds();
    assert!(all.len() >= 25, "{all:?}");
    assert_eq!(all.len(), FORMS.len() + MADE.len());
    // One bit each; and a name that a mark may have.
    assert!(all.iter().all(|kind| rethought::model::redaction::is_kind(kind.as_bytes())));
}

#[test]
fn a_member_says_what_its_value_is() {
    let body = format!(r#"{{"env":{{"AWS_SECRET_ACCESS_KEY":"{0}","other":"{0}"}}}}"#, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
    let redacted = redact(body.as_bytes(), &Policy::default()).unwrap();
    assert_eq!(
        redacted.hits.iter().map(|found| (found.kind.as_str(), found.pointer.as_str())).collect::<Vec<_>>(),
        [("aws-secret-key", "/env/AWS_SECRET_ACCESS_KEY")]
    );
    assert!(String::from_utf8(redacted.text).unwrap().contains(r#""other":"wJalr"#));
}

#[test]
fn a_member_that_names_a_secret_has_none_in_the_copy() {
    let body = r#"{"input":{"api_key":"abc","password":"horse battery","db_password":"[REDACTED:x]","passwords":"two","max_tokens":"9","note":"password=hunter2, Bearer abc123"}}"#;
    let redacted = redact(body.as_bytes(), &Policy::default()).unwrap();
    let wanted = body
        .replace("\"abc\"", "\"[REDACTED:named-secret]\"")
        .replace("horse battery", "[REDACTED:named-secret]")
        .replace("hunter2", "[REDACTED:named-secret]")
        .replace("abc123", "[REDACTED:bearer-token]");
    assert_eq!(String::from_utf8(redacted.text).unwrap(), wanted);
}

#[test]
fn a_checksum_that_is_wrong_and_a_format_that_is_near_are_left_alone() {
    for text in [
        "4111111111111112",
        "4111 1111 1111 111",
        "1234567812345670",
        "GB82 WEST 1234 5698 7654 33",
        "DE8937040044053201300",
        "256.1.1.1",
        "1.2.3.4.5",
        "v1.2.3.4",
        "Chrome/120.0.0.0",
        "127.0.0.1",
        "01.2.3.4",
        "git@github.com:org/repo.git",
        "user@host",
        "pkg@1.2.3",
        "@decorator",
        "Bearer authentication is required",
        "Basic understanding of responsibilities",
        "the password must be long",
        "password: string",
        "api_key: Option<String>",
        "const apiKey = process.env.OPENAI_API_KEY",
        "Client(api_key=settings.api_key, password=password)",
        "password == other1",
        "password=$PASSWORD1",
        "api_key=<your key 1>",
        "password=********",
        "api_key = os.environ[\"KEY1\"]",
        "sk-learn",
        "task-proj-management-and-long-hyphenated-words-here-and-more",
        "AKIAIOSFODNN7EXAMPL",
        "AKIAIOSFODNN7EXAMPLEX",
        "ghp_short",
        "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----",
        "-----BEGIN PRIVATE KEY----- is how it starts",
        "postgres://user:${PASSWORD}@host/db",
        "https://example.com:8080/a@b",
        "eyJhbGciOiJIUzI1NiJ9",
        "2026-11-15 11:22:33",
        "1-800-FLOWERS",
        "123-456-7890",
        "555-0123",
        "+12",
        "+12026-01-01",
        "a+b+1234567",
        "hf_",
        "SK",
        "xoxb-1",
        "8f14e45fceea167a5a36dedd4bea2543",
        "550e8400-e29b-41d4-a716-446655440000",
        "toolu_01A09q90qw90lq917835lq9",
        "msg_013Zva2CMHLNnjNjJKqJ2EF",
        "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b",
    ] {
        let found = Detectors::new(&["secrets", "personal"]).find(text.as_bytes(), None);
        assert!(found.is_empty(), "{text:?}: {found:?}");
    }
}

/// Every text file of this project but those that are about secrets.
fn ordinary() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("pkg-template"), root.join("scripts"), root.join("tests")];
    let mut found = vec![root.join("README.md"), root.join("CHANGELOG.md"), root.join("LICENSE")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !["node_modules", "target", "corpus", "artifacts"].contains(&name.as_str()) {
                folders.push(path);
            } else if [".rs", ".js", ".mjs", ".ts", ".md", ".json", ".sse", ".txt"].iter().any(|end| name.ends_with(end))
                && !name.contains("-lock")
            {
                found.push(path);
            }
        }
    }
    // Besides what is about secrets: the tests of addresses, in which some have a password, and what curl says of those it tries.
    // Three more redact an address of mail on purpose, and four look for a key or a password where there must be none.
    let about = [
        "wires/resolve_target.rs",
        "wires/address.rs",
        "proxy/checks/store-faults.test.mjs",
        "browser-inspector/share.test.mjs",
        "sessions/head.rs",
        "body/response-of-curl-verbose.txt",
        "tests/rust/boundary.rs",
        "behaviour/options.test.mjs",
        "pkg-template/views/redact.d.ts",
        "guard/checks/told.test.mjs",
        "databases-stores/checks/command.test.mjs",
        "proxy/checks/hosts.test.mjs",
        "proxy/checks/secrets.test.mjs",
        "proxy/checks/people.test.mjs",
    ];
    found.retain(|path| !path.to_string_lossy().contains("views") && !about.iter().any(|end| path.ends_with(end)));
    found
}

#[test]
fn ordinary_prose_and_code_are_left_alone() {
    let (mut bytes, mut alarms) = (0, Vec::new());
    for path in ordinary() {
        let Ok(text) = fs::read(&path) else { continue };
        bytes += text.len();
        for hit in Detectors::new(&["secrets", "personal"]).find(&text, None) {
            alarms.push(format!("{} {}: {}", path.display(), hit.kind, String::from_utf8_lossy(&text[hit.span.start..hit.span.end])));
        }
    }
    println!("{} alarms in {bytes} bytes of ordinary text", alarms.len());
    assert!(bytes > 1_000_000);
    assert!(alarms.is_empty(), "{} in {bytes} bytes:\n{}", alarms.len(), alarms.join("\n"));
}
