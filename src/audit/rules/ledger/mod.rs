//! What only a record of what was emitted can tell: a thought that was edited, dropped, moved, exchanged, or whose history changed.
//!
//! All of these need a ledger. What becomes of each recorded thought is worked out once, in [`crate::audit::ledger_match`].
//!
//! | member | what it says |
//! |---|---|
//! | `binds` | `silently`: thoughts whose history was edited are dropped without a word (`prefix` is of the folder of Anthropic) |
//! | `keeps` | `true`: the thoughts of earlier rounds are kept, and cached with the rest |
//! | `bound` | whose thoughts are bound to what precedes them: how the names of models begin |

pub(super) mod fates;
mod foreign;
pub(in crate::audit) mod prefix;
mod producer;
pub(super) mod restore;
mod sent_parts;
mod wording;

use crate::audit::rule::rules;

rules![
    altered_handle,
    altered_thought_text,
    changed_latest_thinking,
    changed_thinking_settings,
    dropped_phase,
    dropped_thought,
    edited_prefix,
    foreign_handle,
    incomplete_thought,
    misrouted_thought,
    moved_fallback,
    moved_thought,
    redacted_copy,
    repeated_thought,
    rewritten_id,
    stored_item_without_reasoning,
    stub_ciphertext,
    unissued_item,
    unknown_handle,
    unreadable_thought,
];
