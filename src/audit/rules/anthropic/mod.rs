//! Anthropic's Messages, wherever they are carried, Converse included: blocks, signatures, settings, the order of tools.
//!
//! What the tables say of a Claude:
//!
//! | member | what it says |
//! |---|---|
//! | `thinking` | the values of `thinking.type` that it takes |
//! | `thinks` | whether it thinks without being asked: `default`, `always` |
//! | `display` | how thinking is shown unless asked for otherwise: `summarized`, `omitted` |
//! | `prefill` | `false`: a request must not end with a message of the assistant |
//! | `forced` | `false`: no tool can be forced |
//! | `sampling` | `false`: it takes no sampling parameter |
//! | `effort` | `false`: it takes no effort |
//! | `off_effort` | the most effort it takes while it does not think |
//! | `binds` | `prefix`: its blocks are bound to what stood before them |
//! | `enforced` | `true`: that is checked on every account, whatever the target says |
//! | `unread` | the beginnings of the names of models whose blocks it drops; its own it always reads |
//! | `own_account` | the beginnings of the names of models whose blocks only their own account can use |

pub(super) mod blocks;
pub(super) mod parameters;
mod wording;

use crate::audit::rule::rules;

rules![
    cache_control_on_thinking,
    clear_thinking_without_thinking,
    content_after_tool_use,
    duplicate_tool_use_id,
    effort_without_thinking,
    fallback_without_beta,
    invalid_thinking_signature,
    message_without_content,
    misplaced_compaction,
    misplaced_thinking_setting,
    sampling_while_thinking,
    several_thinking_blocks,
    thinking_at_the_end,
    thinking_budget_out_of_range,
    thinking_in_prefill_while_off,
    thinking_not_first,
    thinking_off_mid_turn,
    thinking_without_signature,
    tool_result_without_tool_use,
    tool_use_without_thinking,
    turn_without_thinking,
    unanswered_tool_use,
    unsupported_prefill,
];
