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
        let remedies = SAFETIES.map(|safety| remedy(fix, safety));
        writeln!(texts, "    RuleTexts {{ id: {id:?}, summary: {summary:?}, why: {:?}, remedies: {remedies:?} }},", reason(why))?;
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

/// The reason in our own words, which may quote the provider in the middle of a sentence. Other quotations are left out: a report has the provider's answer
/// beside the reason. A section of nothing but quotations is quoted.
fn reason(why: &str) -> String {
    let paragraphs: Vec<&str> = why.split("\n\n").map(str::trim).collect();
    let has_own = paragraphs.iter().any(|paragraph| !paragraph.starts_with('>'));
    let mut reason = String::new();
    for paragraph in paragraphs {
        let is_quotation = paragraph.starts_with('>');
        let is_open = !reason.is_empty() && !is_ended(&reason);
        if is_quotation && has_own && !is_open {
            continue;
        }
        if is_open && !is_quotation && paragraph.starts_with(char::is_uppercase) {
            reason.push('.');
        }
        reason.push_str(if reason.is_empty() { "" } else { " " });
        reason.push_str(&if is_quotation { quoted(paragraph) } else { flat(paragraph) });
    }
    if !is_ended(&reason) {
        reason.push('.');
    }
    reason
}

/// Returns `true` if a text ends with a sentence.
fn is_ended(text: &str) -> bool {
    text.trim_end_matches(['”', '"']).ends_with(['.', '!', '?'])
}

/// A quotation in the middle of a text.
fn quoted(paragraph: &str) -> String {
    let lines = paragraph.lines().map(|line| line.trim_start().strip_prefix('>').unwrap_or(line));
    format!("“{}”", flat(&lines.collect::<Vec<_>>().join("\n")))
}

/// The sentences of a section on fixes that are about one kind of fix: those behind `Safe:`, and those of every bullet that begins so. A paragraph behind the
/// bullets is about all fixes, and is left out.
fn remedy(fix: &str, safety: &str) -> String {
    let mut found = Vec::new();
    for paragraph in fix.split("\n\n") {
        let mut is_meant = false;
        for sentence in sentences(paragraph) {
            let label = labels().find_map(|kind| sentence.strip_prefix(kind)?.strip_prefix(": ").map(|rest| (kind, rest)));
            is_meant = label.map_or(is_meant, |(kind, _)| kind == safety);
            if is_meant {
                found.push(label.map_or_else(|| sentence.clone(), |(_, rest)| capitalised(rest)));
            }
        }
    }
    found.join(" ")
}

const SAFETIES: [&str; 4] = ["Safe", "Dead", "Unsafe", "Placeholder"];

/// The words before the sentences of a kind of fix. Those of the last kind are for a finding without a fix.
fn labels() -> impl Iterator<Item = &'static str> {
    SAFETIES.into_iter().chain(["By hand"])
}

/// The sentences of a section, without the dashes of bullets.
fn sentences(section: &str) -> Vec<String> {
    let lines: Vec<&str> = section.lines().map(|line| line.trim_start().strip_prefix("- ").unwrap_or(line)).collect();
    let mut text = flat(&lines.join("\n"));
    for kind in labels() {
        text = text.replace(&format!(" {kind}: "), &format!("\n{kind}: "));
    }
    text.lines().map(str::to_owned).collect()
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
