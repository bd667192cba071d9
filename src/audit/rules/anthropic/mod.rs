//! Rules for Anthropic's Messages at every host, and for Claude in Converse: blocks, signatures, settings, the order of tools.
//!
//! The tables describe a Claude model with these members:
//!
//! | member | meaning |
//! |---|---|
//! | `thinking` | the values of `thinking.type` that the model supports |
//! | `thinks` | `default` or `always`, if the model thinks without being asked |
//! | `display` | the default display of thinking: `summarized`, `omitted` |
//! | `prefill` | `false`: a request must not end with an assistant message |
//! | `forced` | `false`: no tool can be forced |
//! | `sampling` | `false`: the model supports no sampling parameter |
//! | `effort` | `false`: the model supports no effort |
//! | `off_effort` | the highest effort that the model allows while it does not think |
//! | `binds` | `prefix`: a block is bound to the messages before it |
//! | `enforced` | `true`: the binding is checked on every account, whatever the target says |
//! | `unread` | the beginnings of the names of models whose blocks this model drops; it always reads its own |
//! | `own_account` | the beginnings of the names of models whose blocks only their own account can use |

pub(super) mod betas;
pub(super) mod blocks;
pub(super) mod parameters;
pub(super) mod wording;

pub mod altered_compaction;
pub mod cache_control_on_thinking;
pub mod clear_thinking_without_thinking;
pub mod compaction_without_beta;
pub mod content_after_tool_use;
pub mod duplicate_tool_use_id;
pub mod effort_without_thinking;
pub mod fallback_without_beta;
pub mod invalid_thinking_signature;
pub mod message_without_content;
pub mod misplaced_compaction;
pub mod misplaced_thinking_setting;
pub mod sampling_while_thinking;
pub mod setting_beside_compaction;
pub mod setting_beside_thread;
pub mod several_thinking_blocks;
pub mod thinking_at_the_end;
pub mod thinking_budget_out_of_range;
pub mod thinking_in_prefill_while_off;
pub mod thinking_not_first;
pub mod thinking_off_mid_turn;
pub mod thinking_without_signature;
pub mod thread_without_beta;
pub mod tool_result_without_tool_use;
pub mod tool_use_without_thinking;
pub mod turn_without_thinking;
pub mod unanswered_tool_use;
pub mod unsupported_prefill;
pub mod unsupported_system_message;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &altered_compaction::RULE,
    &cache_control_on_thinking::RULE,
    &clear_thinking_without_thinking::RULE,
    &compaction_without_beta::RULE,
    &content_after_tool_use::RULE,
    &duplicate_tool_use_id::RULE,
    &effort_without_thinking::RULE,
    &fallback_without_beta::RULE,
    &invalid_thinking_signature::RULE,
    &message_without_content::RULE,
    &misplaced_compaction::RULE,
    &misplaced_thinking_setting::RULE,
    &sampling_while_thinking::RULE,
    &setting_beside_compaction::RULE,
    &setting_beside_thread::RULE,
    &several_thinking_blocks::RULE,
    &thinking_at_the_end::RULE,
    &thinking_budget_out_of_range::RULE,
    &thinking_in_prefill_while_off::RULE,
    &thinking_not_first::RULE,
    &thinking_off_mid_turn::RULE,
    &thinking_without_signature::RULE,
    &thread_without_beta::RULE,
    &tool_result_without_tool_use::RULE,
    &tool_use_without_thinking::RULE,
    &turn_without_thinking::RULE,
    &unanswered_tool_use::RULE,
    &unsupported_prefill::RULE,
    &unsupported_system_message::RULE,
];
