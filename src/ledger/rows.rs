//! What precedes a thought, row by row, so that the first row which changed can be named.
//!
//! Preserved thinking binds a block to `system`, to the tools that are not deferred, and to every block before it, without
//! thinking and without `cache_control`; key order and spacing do not count (Anthropic's page on preserved thinking, since
//! 2026-08-31). OpenAI's newer models look at the items before a reasoning item in the same way.

use super::memo::{Sort, digest, remembered};
use crate::json::{Changes, Digest, Kind, Value, decimal, quote_wtf8, scan};
use crate::model::{Entry, Part, PartKind, Role, Wire};

/// A block or an item that preceded something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row before it.
    pub before: Option<usize>,
    /// How many there are before it.
    pub depth: usize,
    /// Who said it, and what.
    pub digest: Digest,
    /// Where it stood: the number of the message or item, and of the block in it.
    pub place: [usize; 2],
}

/// The rows of a request.
#[derive(Default)]
pub struct Rows {
    /// In order, after those that were known before the entries were read.
    pub rows: Vec<Row>,
    /// The handle of the last thought.
    pub last: Option<Digest>,
    /// For each part, in order, how many rows there are before it.
    pub before: Vec<usize>,
    /// How many were known.
    pub known: usize,
    /// The last of those, in the ledger.
    pub base: Option<usize>,
    /// The number of the first entry after those.
    pub from: usize,
}

/// The rows of the messages of a request. On wires that bind nothing there are none.
#[must_use]
pub fn rows(entries: &[Entry<'_>], wire: &Wire) -> Rows {
    let mut found = Rows::default();
    for (nth, entry) in entries.iter().enumerate() {
        for (inner, part) in entry.parts.iter().enumerate() {
            found.before.push(found.rows.len());
            if let Some(row) = row(part, entry.role, wire, [nth, inner]) {
                found.rows.push(row);
            } else if let Some(thinking) = &part.thinking {
                found.last = super::handle(part.value, &thinking.handles, wire).or(found.last);
            }
        }
    }
    found
}

/// The row that a part is; a thought is none.
pub(super) fn row(part: &Part<'_>, role: Option<Role>, wire: &Wire, place: [usize; 2]) -> Option<Row> {
    let skip: &[&str] = match wire.as_str() {
        _ if part.kind == PartKind::Thought => return None,
        "anthropic-messages" | "bedrock-converse" => &["cache_control"],
        "openai-responses" => &["id", "status"],
        _ => return None,
    };
    let mut digest = bare(part.value, skip);
    // A message of one text may be that text.
    if part.value.text().is_some() && wire.as_str() != "openai-responses" {
        let written = [b"{\"type\":\"text\",\"text\":", part.value.raw(), b"}"].concat();
        digest = scan(&written).map_or(digest, |block| self::digest(block.root()));
    }
    let Digest([first, ..]) = &mut digest;
    *first ^= role.map_or(0, |role| role.name().len()).to_le_bytes().first().copied().unwrap_or_default();
    Some(Row { before: None, depth: 0, digest, place })
}

/// The digest of what the request says in `system`.
#[must_use]
pub fn system(request: Value<'_>) -> Option<Digest> {
    let system = request.get("system").filter(|system| !system.is_null())?;
    remembered(Sort::System, system, &|| {
        if system.text().is_none() {
            return Some(bare(system, &["cache_control"]));
        }
        let written = [b"[{\"type\":\"text\",\"text\":", system.raw(), b"}]"].concat();
        scan(&written).ok().map(|list| digest(list.root()))
    })
}

/// The digest of the tools that are there from the start.
#[must_use]
pub fn tools(request: Value<'_>) -> Option<Digest> {
    let list = request.get("tools").or_else(|| request.path("toolConfig.tools"))?;
    remembered(Sort::Tools, list, &|| of_tools(list))
}

fn of_tools(list: Value<'_>) -> Option<Digest> {
    let mut there = Vec::new();
    for tool in list.elements().filter(|tool| !tool.fits("defer_loading=true")) {
        there.push(bare(tool, &["cache_control"]).0);
    }
    // The digest of the digests, which are no JSON by themselves.
    let names: Vec<u8> = there.concat();
    if names.is_empty() {
        None
    } else {
        super::trace::of_text(&names.iter().flat_map(|byte| [b'a' + (byte >> 4), b'a' + (byte & 15)]).collect::<Vec<u8>>())
    }
}

/// The digest of a value without the members of some names, wherever they stand in it.
fn bare(value: Value<'_>, skip: &[&str]) -> Digest {
    let raw = value.raw();
    let matters = |inner: Value<'_>| match inner.kind() {
        Kind::Key => inner.text().is_some_and(|name| skip.iter().any(|skip| name == **skip)),
        Kind::Number => inner.raw().len() >= LONG,
        _ => false,
    };
    if !value.within().any(matters) {
        return digest(value);
    }
    let without = || {
        let document = scan(raw).ok()?;
        let mut changes = Changes::new(&document);
        for value in document.values() {
            if let Some(number) = rounded(value.raw()).filter(|_| value.kind() == Kind::Number) {
                changes.replace(value, &number).ok()?;
            }
            for (name, member) in value.members() {
                if skip.iter().any(|skip| name == **skip) {
                    changes.remove(member).ok()?;
                }
            }
        }
        Some(digest(scan(&changes.apply().ok()?).ok()?.root()))
    };
    without().unwrap_or_else(|| digest(value))
}

/// From so many digits on, a double may not hold a whole number.
const LONG: usize = 16;

/// What a double holds in place of a whole number of 54 to 64 bits, as a text that no other number has. Clients written in JavaScript send that
/// back, and that a provider minds is not known.
fn rounded(raw: &[u8]) -> Option<Vec<u8>> {
    let number: u64 = std::str::from_utf8(raw).ok().filter(|text| text.len() >= LONG)?.parse().ok()?;
    let spare = 11_u32.checked_sub(number.leading_zeros()).filter(|spare| *spare > 0)?;
    // To the nearest, and from the middle to the even one.
    let half = (1_u64 << (spare - 1)) - 1 + (number >> spare & 1);
    let held = number.checked_add(half)? >> spare << spare;
    let halves = [held >> 32, held & u64::from(u32::MAX)].map(|half| usize::try_from(half).map(decimal).unwrap_or_default());
    Some(quote_wtf8(halves.join(" ").as_bytes()))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_number_that_javascript_has_written_again_is_the_same() {
        let same = |one: &str, other: &str| {
            let of = |text: &str| bare(scan(format!("{{\"path\":[{text}]}}").as_bytes()).unwrap().root(), &[]);
            of(one) == of(other)
        };
        assert!(same("12345678901234567890", "12345678901234567000"));
        assert!(same("175928847299117063", "175928847299117060"));
        assert!(same("9007199254740993", "9007199254740992"));
        assert!(!same("9007199254740994", "9007199254740992"));
        assert!(!same("1234567890123456", "1234567890123457"), "a double holds both");
        assert!(!same("12345678901234567890", "12345678901234569000"));
    }
}
