//! OpenAI's Responses and its dialects: items, ids, ciphertexts.
//!
//! Members of the profile that come from `models/openai.json`:
//!
//! | member | meaning |
//! |---|---|
//! | `contract` | whose rules apply: `openai` (its API, Azure, Codex) or `xai`; absent for other hosts of the wire |
//! | `reasons` | whether the model reasons at all |
//! | `thinks` | `default` if it reasons unless the request disables it, `asked` if it reasons only with an effort |
//! | `efforts` | the efforts that it supports, as the provider lists them; `effort` is `false` if there is none to choose |
//! | `refused_efforts` | efforts that it refuses, if the full list of supported efforts is unknown |
//! | `no_effort`, `other_effort` | the answer to an effort for a model without one, and to an unsupported one: its sentence, and how sure it is |
//! | `updates` | when it supports `configuration_update`: `standard` is outside pro mode, or `never` |
//! | `async` | `false` if no tool can be `async` |
//! | `ciphertext` | `always` if it comes without a request for it, `none` if it is not available |
//! | `fresh` | ids of items that were not stored are accepted for a while |
//! | `pairs` | `false` if a reasoning item may come without its following item |
//! | `phase` | messages have a `phase` |
//! | `chat_tools` | when a chat supports function tools: `unless thinking`, `never`; else always |
//! | `stateless` | `true` if the host stores nothing between requests; from the table of hosts |
//! | `stops` | `false` if stop sequences are not supported |

pub(in crate::audit) mod items;
mod pairs;
pub(in crate::audit) mod wording;

pub mod blank_item_id;
pub mod ciphertext_not_requested;
pub mod compaction_trigger_not_last;
pub mod compaction_with_chain;
pub mod damaged_ciphertext;
pub mod duplicate_item;
pub mod empty_assistant_item;
pub mod function_call_without_output;
pub mod function_call_without_reasoning_text;
pub mod item_between_call_and_output;
pub mod misplaced_configuration_update;
pub mod null_reasoning_content;
pub mod output_without_function_call;
pub mod parsed_member_sent;
pub mod reasoning_outside_encrypted_content;
pub mod reasoning_text_sent;
pub mod reasoning_to_plain_model;
pub mod reasoning_without_following_item;
pub mod reasoning_without_state;
pub mod reasoning_without_summary;
pub mod state_at_stateless_host;
pub mod summary_of_strings;
pub mod tool_id_too_long;
pub mod unsigned_claude_reasoning;
pub mod unstored_item;
pub mod unsupported_async_tool;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &blank_item_id::RULE,
    &ciphertext_not_requested::RULE,
    &parsed_member_sent::RULE,
    &compaction_trigger_not_last::RULE,
    &compaction_with_chain::RULE,
    &damaged_ciphertext::RULE,
    &duplicate_item::RULE,
    &empty_assistant_item::RULE,
    &function_call_without_output::RULE,
    &function_call_without_reasoning_text::RULE,
    &item_between_call_and_output::RULE,
    &misplaced_configuration_update::RULE,
    &null_reasoning_content::RULE,
    &output_without_function_call::RULE,
    &reasoning_outside_encrypted_content::RULE,
    &reasoning_text_sent::RULE,
    &reasoning_to_plain_model::RULE,
    &reasoning_without_following_item::RULE,
    &reasoning_without_state::RULE,
    &reasoning_without_summary::RULE,
    &state_at_stateless_host::RULE,
    &summary_of_strings::RULE,
    &tool_id_too_long::RULE,
    &unsigned_claude_reasoning::RULE,
    &unstored_item::RULE,
    &unsupported_async_tool::RULE,
];
