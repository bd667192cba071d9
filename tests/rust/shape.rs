//! The shape of the crate: which layer may use which, how long a file may be, and that lists which must agree do.

use std::fs;
use std::path::{Path, PathBuf};

use rethought::Code;
use rethought::model::Wire;
use rethought::wires::{CODECS, ModelPlace, host_rows};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// Every file below a folder that has one of the endings, outside what tools install.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["node_modules", "target", "corpus", "artifacts"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// The layers, each of which may use those before it.
const LAYERS: [&str; 15] = [
    "error",
    "json",
    "model",
    "conversation",
    "wires",
    "knowledge",
    "request",
    "formats",
    "ledger",
    "audit",
    "convert",
    "sessions",
    "views",
    "api",
    "wasm",
];

#[test]
fn a_layer_uses_those_above_it_and_none_below() {
    for (nth, layer) in LAYERS.iter().enumerate().skip(1) {
        for path in files(&format!("src/{layer}"), &[".rs"]) {
            let text = fs::read_to_string(&path).unwrap();
            for (at, _) in text.match_indices("crate::") {
                let named = text.split_at(at + "crate::".len()).1;
                let name = named.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap();
                let is_above = LAYERS.iter().position(|layer| *layer == name).is_none_or(|used| used <= nth);
                assert!(is_above, "{}: crate::{}", path.display(), named.lines().next().unwrap());
            }
        }
    }
    let folders = fs::read_dir(root().join("src")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    for folder in folders {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        assert!(LAYERS.contains(&name.as_str()), "src/{name} is no layer");
    }
}

/// The folders of `src/` that may name a wire: its own, the type of wires, the rules, the tables, and the foreign systems, of which each keeps the thoughts
/// of each wire in its own way.
const NAME_WIRES: [&str; 6] = ["src/wires", "src/model/target.rs", "src/audit/rules", "src/knowledge", "src/formats", "src/sessions"];

#[test]
fn a_wire_is_named_where_its_facts_are_and_nowhere_else() {
    for path in files("src", &[".rs"]) {
        if NAME_WIRES.iter().any(|place| path.starts_with(root().join(place))) || path.to_string_lossy().contains("test") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for wire in CODECS.iter().map(|codec| codec.wire().to_string()) {
                let constant = format!("Wire::{}", wire.to_uppercase().replace('-', "_"));
                // OpenRouter's names of reasoning formats begin as some wires do.
                let is_named = line.replace(&format!("{wire}-v1"), "").contains(&wire) || line.contains(&constant);
                assert!(!is_named, "{} names {wire}: {line}", path.display());
            }
        }
    }
}

#[test]
fn only_wasm_knows_javascript() {
    for path in files("src", &[".rs"]) {
        if path.starts_with(root().join("src/wasm")) || path.ends_with("src/lib.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap().replace("wasm_bindgen_test", "");
        for word in ["wasm_bindgen", "js_sys", "JsValue"] {
            assert!(!text.contains(word), "{} knows {word}", path.display());
        }
    }
}

#[test]
fn files_are_short_and_named_after_what_they_hold() {
    for folder in ["src", "pkg-template", "tests", "scripts", "www"] {
        for path in files(folder, &[".rs", ".js", ".mjs", ".ts", ".tsx", ".css"]) {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            // A view is read in one sitting.
            let most = if path.starts_with(root().join("www/views")) { 200 } else { 400 };
            assert!(lines <= most, "{} has {lines} lines", path.display());
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(!["util", "utils", "helper", "helpers", "common", "misc", "manager"].contains(&name.as_str()), "{}", path.display());
        }
    }
}

#[test]
fn every_error_code_has_its_class_and_its_place_in_the_types() {
    let (classes, types) = (read("pkg-template/errors/codes.js"), read("pkg-template/errors/index.d.ts"));
    for code in Code::ALL {
        assert!(classes.contains(&format!("{}: ", code.as_str())), "{} has no class in error-codes.js", code.as_str());
        for form in ["`", "\""] {
            assert!(
                types.contains(&format!("{form}{}{form}", code.as_str())),
                "{} is not told of, or not in the union, in errors.d.ts",
                code.as_str()
            );
        }
    }
}

/// The names that lines of the form `export { a, b as c } from "…";` export, and those of `export function` and `export class`.
fn exported(module: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in module.lines() {
        if let Some((list, _)) = line.strip_prefix("export { ").and_then(|rest| rest.split_once(" }")) {
            names.extend(list.split(", ").filter_map(|name| name.split(" as ").last()).map(str::to_owned));
        }
        for what in ["export function ", "export class "] {
            let name = line.strip_prefix(what).and_then(|rest| rest.split(['(', ' ']).next());
            names.extend(name.map(str::to_owned));
        }
    }
    names
}

#[test]
fn every_public_name_of_the_package_is_reported() {
    let pages = ["adk", "agentfootprint", "clark", "cognipeer", "letta"].map(|system| read(format!("src/formats/{system}/README.md")));
    let guides = ["conversion", "getting-started", "sessions"].map(|guide| read(format!("www/site/guides/{guide}.md")));
    let readme = [&read("www/site/api.md")].into_iter().chain(&guides).chain(&pages).cloned().collect::<String>();
    let mut count = 0;
    for face in ["main", "adk", "agent-state", "clark", "json", "letta", "views"] {
        for name in exported(&read(format!("pkg-template/{face}/index.js"))) {
            let call = if face == "letta" { format!("letta.{name}(") } else { format!("{name}(") };
            let is_class = name.starts_with(char::is_uppercase);
            let told = if is_class && name.ends_with("Error") { format!("`{name}`") } else { call };
            // A constant, such as a schema, is told by its name alone.
            let is_told = readme.contains(&told) || readme.contains(&format!("`{name}`"));
            assert!(name == "version" || is_told, "{name} of {face}/index.js is in no page");
            count += 1;
        }
    }
    assert!(count >= 50, "{count}");
}

#[test]
fn a_wire_is_a_line_of_the_table_and_a_folder_of_cases() {
    let mut wires: Vec<String> = CODECS.iter().map(|codec| codec.wire().to_string()).collect();
    let entries = fs::read_dir(root().join("tests/data/codecs")).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let mut cases: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    wires.sort();
    cases.sort();
    assert_eq!(wires, cases);
}

#[test]
fn the_page_knows_of_wires_what_the_codecs_say() {
    let told: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&read("www/session/wires.json")).unwrap();
    let place = |place: ModelPlace| if place == ModelPlace::Body { "body" } else { "address" };
    let said = CODECS
        .iter()
        .map(|codec| codec.description())
        .map(|described| (described.wire.to_string(), serde_json::json!({"list": described.list, "model": place(described.model)})));
    assert_eq!(told, said.collect());
}

#[test]
fn every_row_of_the_table_of_hosts_has_a_source_and_a_date() {
    const MEMBERS: &[&str] = &[
        "name",
        "domains",
        "vendor",
        "surface",
        "gateway",
        "host",
        "providers",
        "api",
        "wires",
        "emits",
        "reads",
        "refuses",
        "ignores",
        "note",
        "source",
        "date",
        "facts",
    ];
    let is_day = |text: &str, least: usize| {
        let numbers: Vec<&str> = text.split('-').collect();
        (least..=3).contains(&numbers.len()) && numbers.iter().all(|number| number.parse::<u16>().is_ok()) && text.starts_with("20")
    };
    let is_source =
        |source: &serde_json::Value| source.as_str().is_some_and(|text| text.starts_with("https://") || text == "recorded traffic");
    let rows: Vec<serde_json::Value> = serde_json::from_str(&read("src/wires/hosts.json")).unwrap();
    assert_eq!(rows.len(), host_rows().len());
    let mut domains = Vec::new();
    for (row, read) in rows.iter().zip(host_rows()) {
        let name = row["name"].as_str().unwrap();
        assert_eq!(name, read.name);
        assert!(is_source(&row["source"]) && is_day(row["date"].as_str().unwrap(), 3), "{name}: source and date");
        assert!(row.as_object().unwrap().keys().all(|key| MEMBERS.contains(&key.as_str())), "{name}: {row}");
        assert!(read.wires.iter().all(|wire| Wire::named(wire.as_str()).is_known()), "{name}: {:?}", read.wires);
        assert!(!read.domains.is_empty() || read.dialect.is_some(), "{name} is reached by nothing");
        // A fact without a source has that of its row.
        for fact in row["facts"].as_array().into_iter().flatten() {
            assert!(fact["if"].is_string() && fact["set"].is_object(), "{name}: {fact}");
            assert!(fact["source"].is_null() || is_source(&fact["source"]), "{name}: {fact}");
            assert!(fact["since"].is_null() || is_day(fact["since"].as_str().unwrap(), 2), "{name}: {fact}");
        }
        domains.extend(read.domains.clone());
    }
    let count = domains.len();
    domains.sort();
    domains.dedup();
    assert_eq!(domains.len(), count, "a domain has one row");
}

#[test]
fn every_way_to_corrupt_reasoning_has_its_case() {
    let mut named = 0;
    for line in read("tests/data/codecs/README.md").lines().filter_map(|line| line.strip_prefix("| ")) {
        let (what, cases) = line.strip_suffix(" |").and_then(|row| row.rsplit_once(" | ")).unwrap_or((line, ""));
        let cases: Vec<&str> = cases.split('`').filter(|word| word.contains('/')).collect();
        assert!(!cases.is_empty() || what.starts_with("what goes") || what.starts_with("**"), "{what}: no case");
        for case in cases {
            assert!(root().join("tests/data/codecs").join(case).join("next.json").is_file(), "{case} is not there, or nothing goes back");
            named += 1;
        }
    }
    assert!(named > 40, "{named} cases are named");
}

#[test]
fn every_fuzz_target_is_built_and_run_by_the_script() {
    let script = read("scripts/fuzz.mjs");
    for path in files("tests/fuzz/targets", &[".rs"]) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(script.contains(&format!("\"{name}\"")), "{name} is not in scripts/fuzz.mjs");
        assert!(read("tests/fuzz/Cargo.toml").contains(&format!("name = \"{name}\"")));
    }
}

#[test]
fn the_commands_of_the_readme_are_there() {
    let manifest: serde_json::Value = serde_json::from_str(&read("package.json")).unwrap();
    let pages = format!("{}\n{}", read("README.md"), read("www/site/guides/promises.md"));
    for line in pages.split(['`', '\n']).filter_map(|text| text.trim().strip_prefix("npm run ")) {
        let name = line.split_whitespace().next().unwrap();
        assert!(manifest["scripts"][name].is_string(), "npm run {name}");
    }
    assert!(read(".ci/run").contains("npm test"), "CI runs what a person runs");
}

/// Every row of the tables, with the file that it stands in.
fn table_rows() -> Vec<(String, serde_json::Value)> {
    let mut rows = Vec::new();
    let parsed = |file: &str| -> Vec<serde_json::Value> { serde_json::from_str(&read(file)).unwrap() };
    for path in files("src/knowledge/models", &[".json"]) {
        let file = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        if !file.ends_with(".schema.json") {
            rows.extend(parsed(&file).into_iter().map(|row| (file.clone(), row)));
        }
    }
    for host in parsed("src/wires/hosts.json") {
        let facts = host["facts"].as_array().cloned().unwrap_or_default();
        rows.extend(facts.into_iter().chain([host]).map(|row| ("src/wires/hosts.json".to_owned(), row)));
    }
    rows
}

#[test]
fn a_row_of_a_table_says_who_says_so_and_when_that_was_read() {
    let rows = table_rows();
    assert!(rows.len() > 300, "{}", rows.len());
    for (file, row) in rows {
        let (source, date) = (row["source"].as_str().unwrap_or_default(), row["date"].as_str().unwrap_or_default());
        assert!(source.starts_with("https://") || source.starts_with('@') || source == "recorded traffic", "{file}: {row}");
        assert!(date.len() == 10 && ("2026-01-01".."2100").contains(&date), "{file}: {row}");
    }
}

/// An audit that goes on leaves messages out that it knows, so a rule that asks for one before it runs would be shown as not applicable.
#[test]
fn no_rule_waits_for_a_message() {
    for rule in rethought::audit::rules::all() {
        let waits = ["messages.*", "input.*", "contents.*"].iter().find(|list| rule.when.contains(*list));
        assert!(waits.is_none(), "{} waits for {waits:?}", rule.id);
    }
}
