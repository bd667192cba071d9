//! Gemini, on all its wires: thought signatures, the order of calls and responses, how thinking is asked for.
//!
//! What `models/google.json` says of a model:
//!
//! | member | what it says |
//! |---|---|
//! | `signs` | whether a call must come back signed: `always`, `unchecked` (asked for, never refused), `sometimes` (signed if the model thought), `alias` (it depends on the day what the name stands for) |
//! | `recalls` | the model reads the signatures of all earlier rounds |
//! | `thinks` | `always`, `default`, `asked` (only if a budget is set), `never` |
//! | `budget` | the smallest and the largest `thinkingBudget`, `min` and `max` |
//! | `levels` | the values of `thinkingLevel` that are taken; an empty list where the field itself is refused |
//! | `prefill` | `false`: a request must not end with a turn of the model |

mod request;
mod signatures;
mod wording;

use crate::audit::rule::rules;

rules![
    costly_old_signatures,
    foreign_thought_signature,
    function_call_out_of_turn,
    missing_thought_signature,
    nested_thought_signature,
    placeholder_signature,
    placeholder_vertex_refuses,
    repeated_function_call_id,
    resent_steps,
    stray_function_response,
    thinking_budget_and_level,
    thought_only_answer,
    thoughts_without_thinking,
    trailing_model_turn,
    undecodable_thought_signature,
    unequal_function_responses,
    unmatched_function_response,
    unpaired_server_tool,
    unsigned_thought_step,
    unsupported_thinking_budget,
    unsupported_thinking_config,
    unsupported_thinking_level,
];
