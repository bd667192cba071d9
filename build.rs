//! Writes the texts of the rules as Rust, from the documentation at the head of each rule's file: `cards.rs` in the folder of the build.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const RULES: &str = "src/audit/rules";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={RULES}");
    println!("cargo::rerun-if-changed=build.rs");
    // Records declare their TypeScript where the package is built, and need nothing of JavaScript elsewhere.
    println!("cargo::rustc-check-cfg=cfg(typescript)");
    if env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32" {
        println!("cargo::rustc-cfg=typescript");
    }
    let mut texts = String::from("pub(super) static TEXTS: &[RuleTexts] = &[\n");
    let mut cards = String::from("pub(super) static CARDS: &[RuleDocs] = &[\n");
    let mut files = rule_files()?;
    files.sort_by_key(|(_, file)| file.file_stem().map(|stem| stem.to_string_lossy().replace('_', "-")));
    for (folder, file) in files {
        let source = fs::read_to_string(&file)?;
        // The other files of a folder are shared by several of its rules.
        if !source.contains("pub static RULE: Rule") {
            continue;
        }
        let id = file.file_stem().ok_or("a file without a name")?.to_string_lossy().replace('_', "-");
        let head = Head::read(&source);
        let missing = || format!("{}: the card lacks a section", file.display());
        let [what, why, fix] = ["What it checks", "Why", "Fix"].map(|name| head.section(name));
        let (what, why, fix) = (what.ok_or_else(missing)?, why.ok_or_else(missing)?, fix.ok_or_else(missing)?);
        let [bad, good] = ["Bad", "Good"].map(|name| head.section(name).and_then(json_block).unwrap_or_default());
        let sources = evidence(head.section("Evidence").ok_or_else(missing)?);
        let summary = flat(&head.summary);
        let titles: Vec<_> = ["safe", "unsafe", "placeholder"].iter().map(|safety| title(fix, safety)).collect();
        writeln!(texts, "    RuleTexts {{ id: {id:?}, summary: {summary:?}, why: {:?}, titles: &{titles:?} }},", reason(why))?;
        writeln!(
            cards,
            "    RuleDocs {{ folder: {folder:?}, id: {id:?}, summary: {summary:?}, what: {what:?}, why: {why:?}, bad: {bad:?}, good: {good:?}, fix: {fix:?}, sources: {sources:?} }},",
        )?;
    }
    let out = PathBuf::from(env::var("OUT_DIR")?).join("cards.rs");
    fs::write(out, format!("{texts}];\n\n{cards}];\n"))?;
    Ok(())
}

/// The Rust files in the folders of the rules, each with the name of its folder.
fn rule_files() -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for folder in fs::read_dir(Path::new(RULES))?.collect::<Result<Vec<_>, _>>()? {
        if folder.file_type()?.is_dir() {
            for file in fs::read_dir(folder.path())? {
                found.push((folder.file_name().to_string_lossy().into_owned(), file?.path()));
            }
        }
    }
    Ok(found)
}

/// The documentation at the head of a file: a summary and named sections.
struct Head {
    summary: String,
    sections: Vec<(String, String)>,
}

impl Head {
    fn read(source: &str) -> Self {
        let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line));
        let mut head = Self { summary: String::new(), sections: Vec::new() };
        for line in lines {
            if let Some(name) = line.strip_prefix("# ") {
                head.sections.push((name.to_owned(), String::new()));
            } else {
                let text = head.sections.last_mut().map_or(&mut head.summary, |(_, text)| text);
                text.push_str(line);
                text.push('\n');
            }
        }
        head
    }

    fn section(&self, name: &str) -> Option<&str> {
        self.sections.iter().find(|(known, _)| known == name).map(|(_, text)| text.trim())
    }
}

/// The example in a section.
fn json_block(section: &str) -> Option<&str> {
    let (_, after) = section.split_once("```json\n")?;
    Some(after.split_once("```")?.0.trim())
}

/// The evidence without the lines by which the tests join rules and simulator.
fn evidence(section: &str) -> String {
    section.lines().filter(|line| !line.starts_with("- catalogue:")).collect::<Vec<_>>().join("\n")
}

/// The paragraphs that are not quotations; all of them if there is no other.
fn reason(why: &str) -> String {
    let own: Vec<&str> = why.split("\n\n").filter(|paragraph| !paragraph.trim_start().starts_with('>')).collect();
    if own.is_empty() {
        return flat(&why.lines().map(|line| line.strip_prefix('>').unwrap_or(line)).collect::<Vec<_>>().join("\n"));
    }
    flat(&own.join("\n\n"))
}

/// The sentence of a section on fixes that is about one kind of fix; the whole section if it names none.
fn title(fix: &str, safety: &str) -> String {
    const KINDS: [&str; 4] = ["safe", "unsafe", "placeholder", "none"];
    let label = |text: &str, kind: &str| find_label(text, kind);
    let Some(start) = label(fix, safety) else { return flat(fix) };
    let rest = fix.get(start..).unwrap_or_default();
    let ends = KINDS.iter().filter_map(|kind| label(rest, kind).map(|end| end - kind.len() - 2));
    let end = ends.chain(rest.find("\n\n")).min().unwrap_or(rest.len());
    flat(rest.get(..end).unwrap_or_default())
}

/// The byte after a label such as `Safe: `, at the beginning of a word.
fn find_label(text: &str, kind: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let wanted = format!("{kind}: ");
    let is_word = |at: usize| !lower.get(..at).is_some_and(|before| before.ends_with(|letter: char| letter.is_alphanumeric()));
    lower.match_indices(&wanted).map(|(at, _)| at).find(|at| is_word(*at)).map(|at| at + wanted.len())
}

/// A text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
