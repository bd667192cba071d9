//! The hosts of chat: which reasoning members they ask for, refuse or ignore.
//!
//! The table of [hosts](crate::wires::HOSTS) lists the members that a host emits, reads, refuses and ignores. Replay uses it too, and the profile has it
//! in `fields`. The facts in a host's row depend on the model and the day:
//!
//! | member | meaning |
//! |---|---|
//! | `thinks` | `always`, or `default`: unless the request disables it |
//! | `wants` | which answers must have reasoning: `calls`, those with tool calls; `round`, those of them in the open round; `last`, the one that the last results answer; `bare`, those of the open round without tool calls; `all`; `none` |
//! | `while` | a query that the request must fit for that |
//! | `says` | the name of the sentence, in `missing-reasoning-content`, with which the host refuses a request; without it the reasoning is only lost |
//! | `known` | `reported`, if users report it and the host does not document it |
//! | `refuses` | members for which it refuses a request, beside those of the dialect |
//! | `keeps` | a query that the request must fit so that the host reads reasoning of earlier rounds |
//! | `filled` | the member that may not be `null` |

mod fields;

pub mod earlier_reasoning_not_kept;
pub mod empty_reasoning_content;
pub mod missing_reasoning_content;
pub mod null_instead_of_text;
pub mod overlooked_reasoning_field;
pub mod reasoning_said_twice;
pub mod repeated_reasoning;
pub mod string_for_thinking_chunks;
pub mod unread_thinking_switch;
pub mod unsupported_reasoning_field;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &earlier_reasoning_not_kept::RULE,
    &empty_reasoning_content::RULE,
    &missing_reasoning_content::RULE,
    &null_instead_of_text::RULE,
    &overlooked_reasoning_field::RULE,
    &reasoning_said_twice::RULE,
    &repeated_reasoning::RULE,
    &string_for_thinking_chunks::RULE,
    &unread_thinking_switch::RULE,
    &unsupported_reasoning_field::RULE,
];
