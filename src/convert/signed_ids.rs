//! Signatures in the ids of calls, put back on the calls: Gemini gets them in its own place, and nobody else gets them.

use crate::conversation::reader::{inside, plain};
use crate::conversation::signed_id::split_signed_id;
use crate::error::Error;
use crate::formats::google_service;
use crate::json::{Changes, Document, Text, Value, Writer};
use crate::model::{Attachment, Content, ContentKind, Conversation, Issued, Thinking, ThinkingKind, Written};

/// Returns the signatures in the ids of calls without a thought, in the order of the calls, as a JSON list.
pub(super) fn signatures_in(conversation: &Conversation<'_>) -> Option<Vec<u8>> {
    let mut out = Writer::default();
    out.open(b'[');
    let (mut found, contents) = (false, conversation.messages.iter().flat_map(|message| &message.contents));
    for id in contents.filter_map(signed_id) {
        let id = plain(id);
        if let Some((_, signature)) = split_signed_id(&id) {
            out.quoted(signature);
            found = true;
        }
    }
    out.close(b']');
    found.then(|| out.finish())
}

/// Puts the signatures on their calls.
pub(super) fn attach<'d>(conversation: &mut Conversation<'d>, signatures: &'d Document<'d>) {
    let model = conversation.model.and_then(Value::text).and_then(Text::plain);
    // LiteLLM names the provider before the model. Signatures of Vertex are valid only there.
    let issuer = google_service(model);
    let number = conversation.issuers.iter().position(|known| *known == issuer).unwrap_or(conversation.issuers.len());
    if number == conversation.issuers.len() {
        conversation.issuers.push(issuer);
    }
    let mut signatures = signatures.root().elements();
    for content in conversation.messages.iter_mut().flat_map(|message| &mut message.contents) {
        let Some(id) = signed_id(content).map(plain) else { continue };
        let own = split_signed_id(&id).map(|(own, _)| String::from_utf8_lossy(own).into_owned());
        let thinking = Thinking::new(ThinkingKind::Encrypted, Attachment::Call { id: own }).handle(signatures.next());
        content.thinking = Some(thinking).filter(|thinking| !thinking.handles.is_empty());
        content.issued = content.thinking.as_ref().map(|_| Issued { issuer: number, id: None, is_native: false });
    }
}

/// Returns the id of a call that has a signature and no thought.
fn signed_id<'c>(content: &'c Content<'_>) -> Option<&'c [u8]> {
    match &content.kind {
        ContentKind::Call(call) if content.thinking.is_none() => call.id.as_deref().filter(|id| split_signed_id(&plain(id)).is_some()),
        _ => None,
    }
}

/// Returns the id of a call or result without its signature, as it is written, if it has one.
pub(super) fn unsigned<'d>(id: &[u8]) -> Option<Option<Written<'d>>> {
    let id = plain(id);
    let (own, _) = split_signed_id(&id)?;
    Some((!own.is_empty()).then(|| inside(own).into()))
}

/// Returns `true` if the thought of a content was in its id.
pub(super) fn is_attached(content: &Content<'_>, request: &Document<'_>) -> bool {
    let handle = content.thinking.as_ref().and_then(|thinking| thinking.handles.first());
    handle.is_some_and(|handle| request.at(handle.span().start) != Some(*handle))
}

/// Removes the signature from every id of a call or a result that stays on its wire, and gives it to a target that reads it on calls.
pub(super) fn edit<'d>(content: &Content<'d>, is_sent: bool, changes: &mut Changes<'d>) -> Result<(), Error> {
    let has_id = matches!(content.kind, ContentKind::Call(_) | ContentKind::Result(_));
    for name in IDS.iter().filter(|_| has_id) {
        let Some(id) = content.value.get(name).filter(|id| id.text().is_some()) else { continue };
        if let Some(own) = id.text().and_then(|text| unsigned(text.raw())) {
            changes.replace(id, &[b"\"", &*own.unwrap_or_default(), b"\""].concat())?;
        }
    }
    let handle = content.thinking.as_ref().and_then(|thinking| thinking.handles.first()).filter(|_| is_sent);
    handle.map_or(Ok(()), |handle| {
        let google = [b"{\"google\":{\"thought_signature\":", handle.raw(), b"}}"].concat();
        changes.set(content.value, "extra_content", &google)
    })
}

/// The members with the id of a call, on all wires.
const IDS: [&str; 4] = ["id", "call_id", "tool_call_id", "tool_use_id"];
