//! The hosts of chat: which member they want, refuse or overlook.
//!
//! The table of [hosts](crate::codecs::HOSTS) says which members a host emits, reads, refuses and ignores; replay goes by it too, and the profile has it
//! in `fields`. The facts in a host's row say what depends on the model and the day:
//!
//! | member | what it says |
//! |---|---|
//! | `thinks` | `always`, or `default`: unless the request says no |
//! | `wants` | which answers must carry reasoning: `calls`, those that call; `round`, those of them in the open round; `last`, the one whose results come last; `bare`, those of the open round that do not call; `all`; `none` |
//! | `while` | what the request must have for that: a query |
//! | `says` | the sentence it refuses with where that is missing; without one it is a loss |
//! | `known` | `reported`, if the host itself says nothing of it |
//! | `refuses` | members for which it refuses a request, beside those of the dialect |
//! | `keeps` | what the request must have for reasoning of earlier rounds to be read: a query |
//! | `filled` | the member that may not be `null` |

mod fields;

use crate::audit::rule::rules;

rules![
    earlier_reasoning_not_kept,
    empty_reasoning_content,
    missing_reasoning_content,
    null_instead_of_text,
    overlooked_reasoning_field,
    reasoning_said_twice,
    repeated_reasoning,
    string_for_thinking_chunks,
    unread_thinking_switch,
    unsupported_reasoning_field,
];
