//! The prefix of a thought, block by block, on the wires that bind a thought to it.
//!
//! Preserved thinking binds a block to `system`, to the tools that are not deferred, and to every block before it, without
//! thinking and without `cache_control`; key order and spacing do not count (Anthropic's page on preserved thinking, since
//! 2026-08-31). OpenAI's newer models look at the items before a reasoning item in the same way.
//!
//! A summary that the API wrote replaces everything before it. A chain therefore restarts at the latest `compaction` block (Anthropic's pages on preserved
//! thinking and on compaction). A client may then keep or drop the messages before it.
//!
//! The hash of the chain that ends with a block names it, never a number. Lines of two writers therefore fit together in any order.

use sha2::{Digest as _, Sha256};

use super::trace::{of_texts, spoken_texts, text_digest};
use crate::json::{Changes, Digest, Kind, Value, decimal, digest, digest_between, quote_wtf8, scan};
use crate::model::{Entry, Part, PartKind, Role, Wire};
use crate::wires::{EntryShape, description};

/// A block or an item in a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixBlock {
    /// The digest of its role and content.
    pub digest: Digest,
    /// Its original place: the number of the message or item, and of the block in it.
    pub place: [usize; 2],
    /// True if it replaces everything before it: a summary.
    pub restarts: bool,
}

/// The hash and the number of all blocks up to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrefixChain {
    /// The hash. `None` before the first block.
    pub hash: Option<Digest>,
    /// The number of blocks.
    pub depth: usize,
}

impl PrefixChain {
    /// Returns the chain with one more block, or with that block alone if it replaces everything before it.
    #[must_use]
    pub fn after(self, block: &PrefixBlock) -> Self {
        if block.restarts { Self::default().then(block.digest) } else { self.then(block.digest) }
    }

    pub(crate) fn then(self, block: Digest) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.hash.map_or([0; 32], |hash| hash.0));
        hash.update(block.0);
        Self { hash: Some(Digest(hash.finalize().into())), depth: self.depth + 1 }
    }
}

/// Returns the block of a part for later parts. A thought has none, and neither has a wire without binding.
#[must_use]
pub fn block(part: &Part<'_>, role: Option<Role>, wire: &Wire, place: [usize; 2]) -> Option<PrefixBlock> {
    let digest = match description(wire).entries {
        _ if part.kind == PartKind::Thought => return None,
        EntryShape::Blocks => digest_of_block(part.value, role),
        EntryShape::Items => said_by(of_item(part), role),
        EntryShape::Chat | EntryShape::Contents | EntryShape::Steps => return None,
    };
    // A block without text is from a failed compaction, and replaces nothing.
    let restarts =
        part.kind == PartKind::Other && part.value.fits("type=compaction content:s") && description(wire).entries == EntryShape::Blocks;
    Some(PrefixBlock { digest, place, restarts })
}

/// Returns the block of the effort that a system message sets. Later thoughts are bound to it, as they are to every message.
pub(super) fn effort_block(entry: &Entry<'_>, wire: &Wire, nth: usize) -> Option<PrefixBlock> {
    if entry.role != Some(Role::System) || description(wire).entries != EntryShape::Blocks {
        return None;
    }
    let config = entry.value.get("output_config").filter(|config| config.fits("effort:s"))?;
    Some(PrefixBlock { digest: digest_of_block(config, entry.role), place: [nth, entry.parts.len()], restarts: false })
}

/// Returns the blocks from the latest summary on, if there is one.
#[must_use]
pub fn since_restart(blocks: &[PrefixBlock]) -> Option<&[PrefixBlock]> {
    blocks.get(blocks.iter().rposition(|block| block.restarts)?..)
}

/// Returns the digest of a block with its role.
pub(crate) fn digest_of_block(block: Value<'_>, role: Option<Role>) -> Digest {
    said_by(of_block(block), role)
}

fn said_by(mut digest: Digest, role: Option<Role>) -> Digest {
    let Digest([first, ..]) = &mut digest;
    *first ^= role.map_or(0, |role| role.name().len()).to_le_bytes().first().copied().unwrap_or_default();
    digest
}

/// Returns the digest of a block. A message with one text may be that text.
fn of_block(block: Value<'_>) -> Digest {
    match block.text() {
        Some(_) => digest_between(b"{\"text\":", block, b",\"type\":\"text\"}"),
        None => bare(block, &["cache_control"]),
    }
}

/// Returns the digest of an item of Responses. Clients rewrite a message: its content as a string, without annotations, with parsed values beside it.
fn of_item(part: &Part<'_>) -> Digest {
    let texts = if part.kind == PartKind::Text { spoken_texts(part.value) } else { Vec::new() };
    let pieces = part.value.get("content").map_or(1, |content| content.elements().count().max(1));
    let plain = if texts.len() == pieces { of_texts(&texts) } else { None };
    plain.unwrap_or_else(|| bare(part.value, &["id", "status", "annotations", "logprobs", "parsed", "parsed_arguments"]))
}

/// Returns the digest of the instructions beside the messages.
#[must_use]
pub fn system(request: Value<'_>) -> Option<Digest> {
    let system = INSTRUCTIONS.iter().filter_map(|name| request.get(name)).find(|system| !system.is_null())?;
    if system.text().is_none() {
        return Some(bare(system, &["cache_control"]));
    }
    Some(digest_between(b"[{\"text\":", system, b",\"type\":\"text\"}]"))
}

/// The members with the instructions beside the messages.
const INSTRUCTIONS: [&str; 4] = ["system", "instructions", "systemInstruction", "system_instruction"];

/// Returns the digest of the tools that are not deferred.
#[must_use]
pub fn tools(request: Value<'_>) -> Option<Digest> {
    let list = request.get("tools").or_else(|| request.path("toolConfig.tools")).or_else(|| request.get("functions"))?;
    let mut there = Vec::new();
    for tool in list.elements().filter(|tool| !tool.fits("defer_loading=true")) {
        there.push(bare(tool, &["cache_control"]).0);
    }
    // The digest of the digests, which are not JSON by themselves.
    let names: Vec<u8> = there.concat();
    let letters = || names.iter().flat_map(|byte| [b'a' + (byte >> 4), b'a' + (byte & 15)]).collect::<Vec<u8>>();
    (!names.is_empty()).then(|| text_digest(&letters()))
}

/// Returns the digest of a value without the members of some names, at any depth.
fn bare(value: Value<'_>, skip: &[&str]) -> Digest {
    without(value, skip).unwrap_or_else(|| digest(value))
}

/// Returns the same, or `None` if the value has no such member and no number that a double cannot represent.
pub(crate) fn without(value: Value<'_>, skip: &[&str]) -> Option<Digest> {
    let matters = |inner: Value<'_>| match inner.kind() {
        Kind::Key => inner.text().is_some_and(|name| skip.iter().any(|skip| name == **skip)),
        Kind::Number => inner.raw().len() >= LONG,
        _ => false,
    };
    if !value.within().any(matters) {
        return None;
    }
    let document = scan(value.raw()).ok()?;
    let mut changes = Changes::new(&document);
    for value in document.values() {
        if let Some(number) = rounded(value.raw())
            && value.kind() == Kind::Number
        {
            changes.replace(value, &number).ok()?;
        }
        for (name, member) in value.members() {
            if skip.iter().any(|skip| name == **skip) {
                changes.remove(member).ok()?;
            }
        }
    }
    Some(digest(scan(&changes.apply().ok()?).ok()?.root()))
}

/// The number of digits from which a double may not represent a whole number.
const LONG: usize = 16;

/// Returns the double closest to a whole number of 54 to 64 bits, as a text that no other number has. JavaScript clients send it back, and no provider is known
/// to refuse it.
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
