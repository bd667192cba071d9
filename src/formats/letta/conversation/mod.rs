//! Messages of Letta's API, messages as its server stores them, and content parts: a list, a page of the client, or one.
//!
//! A thought is a separate message: `reasoning_message`, or `hidden_reasoning_message` if it has no readable text. A handle on a call or a text of Gemini is a
//! hidden message before it. The records do not name an issuer. The writer names it by the step of each thought. Letta's own records have the model in the
//! stored message, or the caller names it as that of the source. A handle of an unknown issuer is never sent.

mod chunks;
mod read;
mod records;
mod schema;
mod write;

use crate::conversation::travel::Hold;
use crate::formats::format::{CLAUDE, MessageFormat};
use crate::json::Value;
use crate::model::{Content, ContentKind, ThinkingKind};

pub(crate) use chunks::{JoinedRecords, join_chunks, messages};
pub use read::{issuer_of_record, prompted_argument};
pub use records::step_of;
pub use schema::{check_record, list_of};

/// The format.
pub(crate) static MESSAGES: MessageFormat = MessageFormat { name: "letta", read: read::read, write: write::write, holds };

fn holds(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    let Some(thinking) = &content.thinking else { return Hold::Nothing };
    let (handles, texts) = (thinking.handles.len(), thinking.texts.len());
    let is_item = issuer.fits("wire=openai-responses vendor=openai,!vendor");
    let is_claude = issuer.fits(CLAUDE);
    let is_open = thinking.kind == ThinkingKind::Text || content.value.fits("summary.* content.*");
    let is_gemini = issuer.fits("wire=gemini-generate !surface=vertex");
    let is_said = matches!(&content.kind, ContentKind::Text(text) if !text.is_empty());
    match &content.kind {
        ContentKind::Call(_) if is_gemini && handles == 1 => Hold::Whole,
        ContentKind::Text(_) if is_gemini && handles == 1 && is_said => Hold::Whole,
        ContentKind::Thought if is_claude && handles == 1 && texts < 2 || is_gemini && handles < 2 && texts == 1 => Hold::Whole,
        // There is no place for open reasoning beside a summary.
        ContentKind::Thought if is_item && handles == 1 && !is_open => {
            if texts < 2 {
                Hold::Whole
            } else {
                Hold::Joined
            }
        }
        ContentKind::Thought => Hold::Text,
        _ => Hold::Nothing,
    }
}
