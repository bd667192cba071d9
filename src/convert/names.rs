//! The names of tools: changed where the target forbids them, and restored on the way back.
//!
//! A changed name is made from the old one alone, so it is the same in every request; who has the old ones finds out which it was.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::ids::base36;
use crate::conversation::note::Notes;
use crate::conversation::reader::plain;
use crate::conversation::wire::NameRule;
use crate::json::fnv1a;
use crate::model::{ContentKind, Conversation, ToolChoice, Written};

impl NameRule {
    /// The name that replaces one which the wire does not accept.
    fn changed(self, name: &[u8]) -> Option<Vec<u8>> {
        let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || self.beside.contains(byte);
        let is_word = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
        // A piece of a call has no name, and gets none.
        let begins = !self.begins_like_a_word || name.first().is_none_or(is_word);
        if self.longest == usize::MAX || name.len() <= self.longest && begins && name.iter().all(is_allowed) {
            return None;
        }
        let mut changed: Vec<u8> = if begins { Vec::new() } else { b"_".to_vec() };
        changed.extend(name.iter().map(|byte| if is_allowed(byte) { *byte } else { b'_' }));
        changed.truncate(self.longest - HASH - 1);
        changed.push(b'_');
        changed.extend(base36(fnv1a(name), HASH));
        Some(changed)
    }
}

/// The number of letters of a changed name that are made from the old name.
const HASH: usize = 8;

/// Gives every tool a name that the target accepts.
pub(super) fn fit<'d>(conversation: &mut Conversation<'d>, rule: NameRule, notes: &mut Notes<'d>) {
    let (mut renamed, mut seen) = (Vec::new(), BTreeSet::new());
    each(conversation, &mut |name| {
        if seen.insert(name.to_vec()) {
            renamed.extend(rule.changed(&plain(name)).map(|to| Renamed { from: name.to_vec(), to }));
        }
    });
    let changed: BTreeMap<&[u8], &[u8]> = renamed.iter().map(|one| (&*one.from, &*one.to)).collect();
    for tool in &conversation.tools {
        if let Some(to) = changed.get(&*tool.name) {
            notes.rename(tool.value, "name", (&plain(&tool.name), to), "the target does not accept this tool name");
        }
    }
    rename(conversation, &renamed);
}

/// A tool that has another name.
#[derive(Clone, Debug)]
pub(super) struct Renamed {
    pub(super) from: Vec<u8>,
    pub(super) to: Vec<u8>,
}

/// The way back: the original names of tools, and their names on a wire that does not accept those.
pub(super) fn own_names(conversation: &Conversation<'_>, rule: NameRule) -> Vec<Renamed> {
    let back = |name: &[u8]| rule.changed(&plain(name)).map(|changed| Renamed { from: changed, to: name.to_vec() });
    conversation.tools.iter().filter_map(|tool| back(&tool.name)).collect()
}

/// Gives tools other names.
pub(super) fn rename(conversation: &mut Conversation<'_>, renamed: &[Renamed]) {
    if !renamed.is_empty() {
        // The first of equal names counts.
        let others: BTreeMap<&[u8], &Renamed> = renamed.iter().rev().map(|one| (&*one.from, one)).collect();
        each(conversation, &mut |name| {
            if let Some(one) = others.get(&**name) {
                *name = Cow::Owned(one.to.clone());
            }
        });
    }
}

/// Hands over every name of a tool.
fn each<'d>(conversation: &mut Conversation<'d>, see: &mut dyn FnMut(&mut Written<'d>)) {
    conversation.tools.iter_mut().for_each(|tool| see(&mut tool.name));
    if let Some((ToolChoice::Tool(name), _)) = &mut conversation.settings.tool_choice {
        see(name);
    }
    for content in conversation.messages.iter_mut().flat_map(|message| &mut message.contents) {
        match &mut content.kind {
            ContentKind::Call(call) => see(&mut call.name),
            ContentKind::Result(result) => result.name.iter_mut().for_each(&mut *see),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_name_that_is_taken_stays_and_any_other_is_one_that_is_taken() {
        let gemini = NameRule { longest: 64, beside: b"_-.:", begins_like_a_word: true };
        for rule in [NameRule::up_to(64), NameRule::up_to(128), gemini] {
            assert_eq!(rule.changed(b"mcp__files__read-file"), None);
            for name in ["admin.tools/list", "9 lives", "überall", &"x".repeat(400)] {
                let Some(changed) = rule.changed(name.as_bytes()) else { panic!("{name}") };
                assert!(changed.len() <= rule.longest && rule.changed(&changed).is_none(), "{name}");
            }
        }
        assert_eq!(gemini.changed(b"admin.tools:list"), None);
        assert_eq!(NameRule::ANY.changed("überall".as_bytes()), None);
        let long = |end: &str| NameRule::up_to(64).changed(["x".repeat(80).as_str(), end].concat().as_bytes());
        assert_ne!(long("a"), long("b"), "what differs stays different");
    }
}
