//! OpenAI's Responses and its dialects: items, ids, ciphertexts.
//!
//! Members of the profile that come from `models/openai.json`:
//!
//! | member | what it says |
//! |---|---|
//! | `contract` | whose rules bind: `openai` (its API, Azure, Codex) or `xai`; none for others who speak the wire |
//! | `reasons` | whether the model reasons at all |
//! | `thinks` | `default` if it reasons unless told not to, `asked` if only when an effort is given |
//! | `efforts` | the efforts that it takes, as the provider lists them; `effort` is `false` where there is none to choose |
//! | `ciphertext` | `always` comes without being asked for, `none` cannot be had |
//! | `fresh` | ids of items that were not stored are still known for a while |
//! | `pairs` | `false` where a reasoning item need not be followed by its own |
//! | `phase` | messages carry one |
//! | `chat_tools` | when a chat takes function tools: `unless thinking`, `never`; else always |
//! | `stops` | `false` where no stop sequences are taken |

mod items;
mod pairs;

use crate::audit::rule::rules;

rules![
    blank_item_id,
    ciphertext_not_requested,
    compaction_trigger_not_last,
    compaction_with_chain,
    damaged_ciphertext,
    duplicate_item,
    empty_assistant_item,
    function_call_without_output,
    function_call_without_reasoning_text,
    output_without_function_call,
    reasoning_outside_encrypted_content,
    reasoning_text_sent,
    reasoning_to_plain_model,
    reasoning_without_following_item,
    reasoning_without_state,
    reasoning_without_summary,
    state_at_stateless_host,
    summary_of_strings,
    tool_id_too_long,
    unsigned_claude_reasoning,
    unstored_item,
];
