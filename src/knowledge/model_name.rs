//! Models by name: one spelling wherever a model is served, and the nearest known model for a name that the tables do not have.
//!
//! A name is words between dashes. One or two digits are a version, alone or behind letters: `5`, `v4`, `k3`. The tables know the models that
//! they list, and those that a query names with a version or as the latest. For any other name [`standing`] takes the first of these that holds:
//!
//! 1. A known name, a dash, and words that begin with no version: a snapshot or a variant of that model, as in `claude-opus-4-5-20251101`.
//! 2. The same words with other versions: the newest model that is not newer than the name says, or the oldest there is. `latest` without
//!    a version means the newest of all.
//! 3. The same as 2 without the last word behind a version, and so on: `gpt-7-nova` is a `gpt`. Words before the version stay: `gpt-oss` is not.
//!    The words that were left out follow the nearest model's name, for the rows that ask for them.
//!
//! If none holds, only the vendor and the host tell something of it.

use crate::json::Value;

/// How a name stands to the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The tables have it.
    Known,
    /// A snapshot or a variant of a model that they have.
    Variant,
    /// Another version of a model that they have: the nearest one's name.
    Nearest(String),
    /// An alias of the newest model of a line: its name.
    Latest(String),
    /// Nothing like it is there.
    Unknown,
}

/// A model's name without what routes it: no vendor, no region, no publisher; dashes for points.
pub(crate) fn name(model: &str) -> String {
    let model = model.rsplit('/').next().unwrap_or(model);
    // Bedrock: a region, a vendor, the name; but a version has points as well.
    let routed = |piece: &str| !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_alphabetic());
    let mut name = model;
    while let Some((_, after)) = name.split_once('.').filter(|(before, _)| routed(before)) {
        name = after;
    }
    let mut plain = name.to_ascii_lowercase().into_bytes();
    for letter in &mut plain {
        if matches!(letter, b'.' | b'@' | b'_' | b':') {
            *letter = b'-';
        }
    }
    String::from_utf8(plain).unwrap_or_default()
}

/// The names of the models that rows know, each as often as it is named: `model` of a row, and what a query says of `name`.
pub(crate) fn known_names(rows: Value<'_>, names: &mut Vec<String>) {
    for row in rows.elements() {
        let listed = row.word("model");
        if !listed.is_empty() {
            names.push(listed.to_owned());
        }
        let query = row.word("if");
        let asked = query.split([' ', ',']).filter_map(|term| term.trim_start_matches('!').strip_prefix("name")?.strip_prefix(['^', '=']));
        names.extend(
            asked
                .flat_map(|list| list.split('|'))
                .filter(|name| !versions(name).is_empty() || name.ends_with("-latest"))
                .map(str::to_owned),
        );
        if let Some(facts) = row.get("facts") {
            known_names(facts, names);
        }
    }
}

/// Says how a name stands to the names that are known.
pub(crate) fn standing(name: &str, known: &[String]) -> Standing {
    if known.iter().any(|one| one == name) {
        return Standing::Known;
    }
    let is_variant = |one: &String| {
        let rest = name.strip_prefix(one.as_str()).and_then(|rest| rest.strip_prefix('-'));
        rest.and_then(|rest| rest.split('-').next()).is_some_and(|word| !is_version(word))
    };
    if known.iter().any(is_variant) {
        return Standing::Variant;
    }
    let newest =
        |line: &str| known.iter().filter(|one| letters(one) == letters(line) && !versions(one).is_empty()).max_by_key(|one| versions(one));
    if versions(name).is_empty() {
        return name.strip_suffix("-latest").and_then(newest).map_or(Standing::Unknown, |model| Standing::Latest(model.clone()));
    }
    let mut rest = name;
    loop {
        if let Some(model) = nearest(&versions(name), known.iter().filter(|one| letters(one) == letters(rest))) {
            return Standing::Nearest(format!("{model}{}", name.strip_prefix(rest).unwrap_or_default()));
        }
        match shortened(rest) {
            Some(shorter) => rest = shorter,
            None => return Standing::Unknown,
        }
    }
}

/// The name without its last word, if a version stands before that.
fn shortened(name: &str) -> Option<&str> {
    name.rsplit_once('-').map(|(before, _)| before).filter(|before| !versions(before).is_empty())
}

/// The newest that is not newer than a version, or the oldest.
fn nearest<'k>(asked: &[u32], line: impl Iterator<Item = &'k String> + Clone) -> Option<&'k String> {
    let older = line.clone().filter(|one| versions(one).as_slice() <= asked).max_by_key(|one| versions(one));
    older.or_else(|| line.min_by_key(|one| versions(one)))
}

/// The letters of the words, without the versions behind them. A word that is a version has none.
fn letters(name: &str) -> Vec<&str> {
    name.split('-').map(|word| split_version(word).0).filter(|letters| !letters.is_empty()).collect()
}

/// The versions of the words, in their order.
fn versions(name: &str) -> Vec<u32> {
    name.split('-').filter_map(|word| split_version(word).1).collect()
}

fn is_version(word: &str) -> bool {
    matches!(split_version(word), ("", Some(_)))
}

/// Splits a word into its letters and one or two digits behind them. A date or a size (`20251101`, `120b`) is all letters.
fn split_version(word: &str) -> (&str, Option<u32>) {
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = word.get(letters.len()..).unwrap_or_default();
    if digits.len() > 2 || letters.bytes().any(|letter| letter.is_ascii_digit()) {
        return (word, None);
    }
    (if digits.is_empty() { word } else { letters }, digits.parse().ok())
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    #[test]
    fn a_model_goes_by_one_name_wherever_it_is() {
        for (model, known) in [
            ("claude-opus-4-5-20251101", "claude-opus-4-5-20251101"),
            ("us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5-20251101-v1-0"),
            ("claude-opus-4-5@20251101", "claude-opus-4-5-20251101"),
            ("anthropic/claude-opus-4.5", "claude-opus-4-5"),
            ("gpt-5.6-sol", "gpt-5-6-sol"),
            ("models/gemini-2.5-pro", "gemini-2-5-pro"),
            ("openai.gpt-oss-120b-1:0", "gpt-oss-120b-1-0"),
            ("global.amazon.nova-2-lite-v1:0", "nova-2-lite-v1-0"),
            ("accounts/fireworks/models/glm-4p7", "glm-4p7"),
            ("arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-opus-5-5", "claude-opus-5-5"),
        ] {
            assert_eq!(name(model), known);
        }
    }

    fn of(name: &str, rows: &str) -> Standing {
        let mut names = Vec::new();
        known_names(scan(rows.as_bytes()).unwrap().root(), &mut names);
        standing(name, &names)
    }

    const ROWS: &str = r#"[{"model":"claude-opus-4-5"},{"model":"gemini-3-7-flash"},{"model":"gemini-2-5-flash"},{"model":"kimi-k2-5"},
        {"if":"vendor=anthropic name^claude-opus-5|claude-opus-5-5 !name^claude-x,name=gpt-5-6"},{"name":"acme","facts":[{"if":"name^kimi-k3"}]}]"#;

    #[test]
    fn names_in_the_tables_and_their_snapshots_are_known() {
        for known in ["claude-opus-4-5", "claude-opus-5", "claude-opus-5-5", "gpt-5-6", "kimi-k3"] {
            assert_eq!(of(known, ROWS), Standing::Known, "{known}");
        }
        for variant in ["claude-opus-4-5-20251101", "claude-opus-5-5-v1-0", "gpt-5-6-sol", "gpt-5-6-2026-07-09", "kimi-k2-5-0127"] {
            assert_eq!(of(variant, ROWS), Standing::Variant, "{variant}");
        }
    }

    #[test]
    fn another_version_is_taken_for_the_newest_that_is_not_newer() {
        for (asked, taken) in [
            ("claude-opus-6", "claude-opus-5-5"),
            ("claude-opus-5-7", "claude-opus-5-5"),
            ("claude-opus-5-2", "claude-opus-5"),
            ("claude-opus-4-9", "claude-opus-4-5"),
            ("claude-opus-3", "claude-opus-4-5"),
            ("claude-opus-6-20270101", "claude-opus-5-5-20270101"),
            ("claude-opus-6-thinking", "claude-opus-5-5-thinking"),
            ("kimi-k4", "kimi-k3"),
            ("gemini-3-flash", "gemini-2-5-flash"),
            ("gpt-7-nova-large", "gpt-5-6-nova-large"),
        ] {
            assert_eq!(of(asked, ROWS), Standing::Nearest(taken.to_owned()), "{asked}");
        }
        assert_eq!(of("gemini-flash-latest", ROWS), Standing::Latest("gemini-3-7-flash".to_owned()));
        for unknown in
            ["claude-x", "claude-ballad-6", "gpt-oss-20b", "gpt-oss-2", "acme-1", "gemini-flash", "", "-", "latest", "gemini-pro-latest"]
        {
            assert_eq!(of(unknown, ROWS), Standing::Unknown, "{unknown}");
        }
    }
}
