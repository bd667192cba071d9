//! Rules for Gemini on all its wires: thought signatures, the order of calls and responses, the settings of thinking.
//!
//! `models/google.json` describes a model with these members:
//!
//! | member | meaning |
//! |---|---|
//! | `signs` | `always`: a call must be sent back with its signature; `unchecked`: required, never refused; `sometimes`: signed if the model thought; `alias`: the name means another model from time to time |
//! | `recalls` | the model reads the signatures of all earlier turns |
//! | `thinks` | `always`, `default`, `asked` (only if a budget is set), `never` |
//! | `budget` | the smallest and the largest `thinkingBudget`, `min` and `max`; `none` if the model refuses the field |
//! | `levels` | the supported values of `thinkingLevel`; an empty list if the model refuses the field |
//! | `answered` | `words`: user text alone may answer function calls |
//! | `prefill` | `false`: a request must not end with a model turn |

mod request;
pub(super) mod signatures;
pub(super) mod wording;

pub mod costly_old_signatures;
pub mod foreign_thought_signature;
pub mod function_call_out_of_turn;
pub mod half_answer;
pub mod missing_thought_signature;
pub mod nested_thought_signature;
pub mod placeholder_signature;
pub mod placeholder_vertex_refuses;
pub mod repeated_function_call_id;
pub mod resent_steps;
pub mod stray_function_response;
pub mod thinking_budget_and_level;
pub mod thought_only_answer;
pub mod thoughts_without_thinking;
pub mod trailing_model_turn;
pub mod undecodable_thought_signature;
pub mod unequal_function_responses;
pub mod unmatched_function_response;
pub mod unpaired_server_tool;
pub mod unsigned_call_step;
pub mod unsigned_thought_step;
pub mod unsupported_thinking_budget;
pub mod unsupported_thinking_config;
pub mod unsupported_thinking_level;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &costly_old_signatures::RULE,
    &foreign_thought_signature::RULE,
    &function_call_out_of_turn::RULE,
    &half_answer::RULE,
    &missing_thought_signature::RULE,
    &nested_thought_signature::RULE,
    &placeholder_signature::RULE,
    &placeholder_vertex_refuses::RULE,
    &repeated_function_call_id::RULE,
    &resent_steps::RULE,
    &stray_function_response::RULE,
    &thinking_budget_and_level::RULE,
    &thought_only_answer::RULE,
    &thoughts_without_thinking::RULE,
    &trailing_model_turn::RULE,
    &undecodable_thought_signature::RULE,
    &unequal_function_responses::RULE,
    &unmatched_function_response::RULE,
    &unpaired_server_tool::RULE,
    &unsigned_call_step::RULE,
    &unsigned_thought_step::RULE,
    &unsupported_thinking_budget::RULE,
    &unsupported_thinking_config::RULE,
    &unsupported_thinking_level::RULE,
];
