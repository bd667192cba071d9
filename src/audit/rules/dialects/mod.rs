//! The hosts of chat: which member they want, refuse or overlook.
//!
//! The table of [hosts](crate::wires::HOSTS) says which members a host emits, reads, refuses and ignores; replay goes by it too, and the profile has it
//! in `fields`. The facts in a host's row say what depends on the model and the day:
//!
//! | member | what it says |
//! |---|---|
//! | `thinks` | `always`, or `default`: unless the request says no |
//! | `wants` | which answers must carry reasoning: `calls`, those that call; `round`, those of them in the open round; `last`, the one whose results come last; `bare`, those of the open round that do not call; `all`; `none` |
//! | `while` | what the request must have for that: a query |
//! | `says` | the name of the sentence, in `missing-reasoning-content`, with which it refuses a request without that; without one it is a loss |
//! | `known` | `reported`, if the host itself says nothing of it |
//! | `refuses` | members for which it refuses a request, beside those of the dialect |
//! | `keeps` | what the request must have for reasoning of earlier rounds to be read: a query |
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
