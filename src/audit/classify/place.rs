//! Where in the request an error says it is: the ways in which providers name places, as JSON pointers.

use crate::json::{decimal, find_bytes};
use crate::model::Wire;
use crate::wires::{description, list_names};

/// The place that a sentence in [plain](crate::audit::classify::plain::plain) text names first, or that was given beside it.
pub(super) fn place(text: &str, beside: Option<&str>, wire: Option<&Wire>) -> Option<String> {
    let found =
        path(text, true).or_else(|| counted(text)).or_else(|| beside.and_then(|place| path(place, false))).or_else(|| path(text, false))?;
    wire.is_none_or(|wire| is_of(&found, wire)).then_some(found)
}

/// Returns `true` if a body of that wire has such places. A gateway may name a place in the request that it made of ours: that is not a place in ours.
fn is_of(pointer: &str, wire: &Wire) -> bool {
    let (first, rest) = pointer.get(1..).unwrap_or_default().split_once('/').unwrap_or_default();
    if !list_names().contains(&first) {
        return true;
    }
    let described = description(wire);
    // A place in a content that is a text is one of another wire.
    first == described.list && !(described.behaviour.has_plain_contents && find_bytes(rest.as_bytes(), b"/content/").is_some())
}

/// A path of names and numbers: `messages.1.content.0`, `input[2].id`, `messages.[4].role`. One that counts is looked for anywhere; any other
/// has to be what the sentence is about.
fn path(text: &str, counts: bool) -> Option<String> {
    let mut first: Option<(usize, String)> = None;
    for root in list_names().iter().chain(&ROOTS) {
        let mut from = 0;
        while let Some(at) = text.as_bytes().get(from..).and_then(|rest| find_bytes(rest, root.as_bytes())).map(|at| from + at) {
            from = at + 1;
            if first.as_ref().is_some_and(|(before, _)| *before <= at) {
                break;
            }
            if let Some(pointer) = rooted(text, at, root, counts) {
                first = Some((at, pointer));
                break;
            }
        }
    }
    first.map(|(_, pointer)| pointer)
}

fn rooted(text: &str, at: usize, root: &str, counts: bool) -> Option<String> {
    let (before, mut rest) = (text.get(..at)?, text.get(at + root.len()..)?);
    // Some names are those of the request that the path begins with.
    let before = ["body.", "request."].iter().find_map(|name| before.strip_suffix(name)).unwrap_or(before);
    let is_start = before.is_empty() || before.ends_with(": ");
    let is_inner = before.ends_with(|char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '/' | '.'));
    if !is_start && (is_inner || !counts) {
        return None;
    }
    let root = if root == "Input" { "input" } else { root };
    let (mut pointer, mut last, mut numbers) = (["/", root].concat(), root, 0);
    for _ in 0..STEPS {
        let opened = rest.strip_prefix(".[").or_else(|| rest.strip_prefix('['));
        let Some(step) = opened.or_else(|| rest.strip_prefix('.')) else { break };
        let end = step.find(|char: char| !char.is_ascii_alphanumeric() && char != '_').unwrap_or(step.len());
        let (name, after) = step.split_at_checked(end)?;
        let is_number = name.parse::<usize>().is_ok();
        let after = if opened.is_some() { after.strip_prefix(']').filter(|_| is_number) } else { Some(after) };
        if name.is_empty() {
            break;
        }
        let Some(after) = after else { break };
        // Only a number leads further into a list; people write a letter in place of one.
        if last == root && list_names().contains(&root) && !is_number {
            return None;
        }
        // AWS counts members from 1.
        if name == "member"
            && let Ok(nth) = last.parse::<usize>()
        {
            pointer.truncate(pointer.len() - last.len());
            pointer.push_str(&decimal(nth.saturating_sub(1)));
        }
        // Validators say which kind of block or message they took it for: that is not a step of the body.
        let is_kind = last.parse::<usize>().is_ok() && KINDS.contains(&name) || last == "thinking" && MODES.contains(&name);
        if !(is_kind || TYPES.contains(&name) || last == "type") {
            pointer.push('/');
            pointer.push_str(name);
        }
        numbers += u32::from(is_number);
        (last, rest) = (name, after);
    }
    let is_said = last != root || rest.is_empty() || rest.starts_with(':');
    (numbers > 0 || !counts && is_said && !list_names().contains(&root)).then_some(pointer)
}

/// Places that are counted in words.
fn counted(text: &str) -> Option<String> {
    let after = |words: &str| {
        let rest = text.get(find_bytes(text.as_bytes(), words.as_bytes())? + words.len()..)?;
        rest.get(..rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len()))?.parse::<usize>().ok()
    };
    // DeepSeek and Kimi: the number in `messages`, the first being 0.
    if let Some(nth) = after("message index ").or_else(|| after("message at index ")) {
        return Some(["/messages/", &decimal(nth)].concat());
    }
    // Gemini counts contents from 1: Vertex's documentation calls the first `1.`, and on AI Studio the call that answers the
    // first input of a conversation is reported at position 2.
    let vertex = find_bytes(text.as_bytes(), b"content block is missing").is_some().then(|| after("in the ")).flatten();
    let studio = || find_bytes(text.as_bytes(), b"functionCall").is_some().then(|| after("position ")).flatten();
    Some(["/contents/", &decimal(vertex.or_else(studio)?.checked_sub(1)?)].concat())
}

/// The id of an item or a call that a text names.
pub(super) fn id(text: &str) -> Option<&str> {
    let is_of_id = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
    let is_id =
        |word: &&str| IDS.iter().any(|start| word.strip_prefix(start).is_some_and(|rest| rest.bytes().any(|byte| byte.is_ascii_digit())));
    text.split(|char| !is_of_id(char)).find(is_id)
}

/// How many steps a place may have.
const STEPS: usize = 16;
/// Where a place may begin beside the lists of messages, which are places only with a number.
const ROOTS: [&str; 14] = [
    "Input",
    "thinking",
    "tool_choice",
    "tools",
    "system",
    "output_config",
    "reasoning_effort",
    "reasoning",
    "include",
    "max_tokens",
    "temperature",
    "top_k",
    "top_logprobs",
    "context_management",
];
/// The kinds of message and block that validators name, and the steps that AWS puts after a number.
const KINDS: [&str; 11] = [
    "member",
    "assistant",
    "user",
    "tool",
    "system",
    "thinking",
    "redacted_thinking",
    "text",
    "tool_use",
    "tool_result",
    "server_tool_use",
];
/// The kinds of thinking.
const MODES: [&str; 4] = ["enabled", "adaptive", "disabled", "between_tools"];
/// The words of validators for the value itself.
const TYPES: [&str; 4] = ["str", "int", "bool", "list"];
/// How ids begin.
const IDS: [&str; 9] = ["rs_", "fc_", "call_", "msg_", "toolu_", "cmp_", "ws_", "ctc_", "srvtoolu_"];
