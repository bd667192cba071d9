//! Defects that only a record of the responses can show: a thought that was edited, dropped, moved or exchanged, or whose history changed.
//!
//! All of these need a ledger. [`crate::ledger::matching`] decides the fate of each recorded thought once.
//!
//! | member | meaning |
//! |---|---|
//! | `binds` | `silently`: thoughts whose history was edited are dropped without an error (the folder of Anthropic explains `prefix`) |
//! | `keeps` | `true`: the thoughts of earlier rounds are kept, and cached with the rest |
//! | `bound` | the models whose thoughts are bound to the previous messages, as prefixes of their names |

pub(super) mod fates;
mod foreign;
pub(in crate::audit) mod prefix;
pub(super) mod producer;
mod rebuild;
pub(in crate::audit) mod refused;
pub(super) mod restore;
pub(super) mod sent_parts;
mod wording;

pub mod altered_handle;
pub mod altered_thought_text;
pub mod changed_latest_thinking;
pub mod changed_thinking_settings;
pub mod changed_thread_settings;
pub mod dropped_phase;
pub mod dropped_thought;
pub mod edited_prefix;
pub mod foreign_handle;
pub mod incomplete_thought;
pub mod misrouted_thought;
pub mod moved_fallback;
pub mod moved_thought;
pub mod redacted_copy;
pub mod repeated_thought;
pub mod rewritten_id;
pub mod stored_item_without_reasoning;
pub mod stub_ciphertext;
pub mod unissued_item;
pub mod unknown_handle;
pub mod unreadable_thought;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &altered_handle::RULE,
    &altered_thought_text::RULE,
    &changed_latest_thinking::RULE,
    &changed_thinking_settings::RULE,
    &changed_thread_settings::RULE,
    &dropped_phase::RULE,
    &dropped_thought::RULE,
    &edited_prefix::RULE,
    &foreign_handle::RULE,
    &incomplete_thought::RULE,
    &misrouted_thought::RULE,
    &moved_fallback::RULE,
    &moved_thought::RULE,
    &redacted_copy::RULE,
    &repeated_thought::RULE,
    &rewritten_id::RULE,
    &stored_item_without_reasoning::RULE,
    &stub_ciphertext::RULE,
    &unissued_item::RULE,
    &unknown_handle::RULE,
    &unreadable_thought::RULE,
];
