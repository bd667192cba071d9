//! Sessions of OpenCode and Kilo, as `opencode export <id>` writes them: `{"info":…,"messages":[{"info":…,"parts":[…]}]}`.
//!
//! A message of the model has its reasoning, texts and calls with their results as parts, in order. A `step-start` begins another call of the model. `metadata`
//! has what the provider keeps beside a part: `anthropic.signature`, `openai.reasoningEncryptedContent`, `google.thoughtSignature`. To another model the client
//! sends thoughts as text. It never sends an answer that ended in an error, and for a call without a result it sends an error. After a compaction it sends the
//! summary in place of the messages before.
//!
//! Only the names of provider and model are recorded, so the wire follows from them. Read: OpenCode at d545d8fba5 (1.18).

use super::agents::{AgentLog, AgentWire, Answer, Foreign, Message, Origin, Part, Place, Role, SdkPart, image_of, sdk_wire, text_json};
use super::bodies::{status, words};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, scan};
use crate::wires::host_of_provider;

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat {
    name: "opencode",
    fits,
    cut: Cut::Elements("messages"),
    open: || Box::new(Export { log: AgentLog::new(Foreign::AsText) }),
};

fn fits(sample: &Sample<'_>) -> bool {
    let is_session = sample.has(2, "directory") || sample.has(2, "projectID") || sample.has(3, "parts");
    sample.opens_with(b'{') && sample.has(1, "info") && sample.has(1, "messages") && is_session
}

struct Export {
    log: AgentLog,
}

impl FormatReader for Export {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        let document = scan(piece.text)?;
        let message = document.root();
        let info = message.get("info").ok_or_else(|| Error::new(Code::Input, "it is not a message of a session: it has no info"))?;
        self.log.session = self.log.session.take().or_else(|| words(info.get("sessionID")));
        let place = Place::of(piece, info.path("time.created"));
        match info.word("role") {
            "user" => self.say(message, place),
            "assistant" => self.answer(info, message, place, out),
            _ => {}
        }
        Ok(())
    }

    fn finish(&mut self, around: &[u8], out: &mut Vec<Record>) {
        self.log.folder = scan(around).ok().and_then(|document| words(document.root().path("info.directory")));
        self.log.end(out);
    }

    fn resumed(&self) -> Vec<Resumed> {
        self.log.resumed().into_iter().collect()
    }

    fn folder(&self) -> Option<&str> {
        self.log.folder.as_deref()
    }
}

impl Export {
    fn say(&mut self, message: Value<'_>, place: Place) {
        let part = |part: Value<'_>| match part.word("type") {
            "text" if !part.fits("ignored=true") => Some(Part::text(part.get("text")?.raw().to_vec())),
            "file" if !part.fits("mime=text/plain|application/x-directory") => image_of(part.get("url")?),
            "compaction" => Some(Part::text(text_json("What did we do so far?"))),
            "subtask" => Some(Part::text(text_json("The following tool was executed by the user"))),
            _ => None,
        };
        let parts: Vec<Part> = message.list("parts").filter_map(part).collect();
        if !parts.is_empty() {
            self.log.say(Message::new(Role::User, parts), place);
        }
    }

    fn answer(&mut self, info: Value<'_>, message: Value<'_>, place: Place, out: &mut Vec<Record>) {
        let origin = origin_of(info, message);
        let error = info.get("error").filter(|error| !error.is_null());
        let is_aborted = error.is_some_and(|error| error.fits("name=MessageAbortedError"));
        let has_output = message.list("parts").any(|part| !part.fits("type=step-start|reasoning|snapshot|patch"));
        if let Some(error) = error.filter(|_| !is_aborted || !has_output) {
            if !is_aborted {
                self.refused(error, origin, place, out);
            }
            return;
        }
        let parts: Vec<Value<'_>> = message.list("parts").collect();
        for (nth, step) in parts.chunk_by(|_, next| !next.fits("type=step-start")).enumerate() {
            self.step(step, &origin, (nth == 0).then(|| words(info.get("id"))).flatten(), &place, out);
        }
        if info.fits("summary=true") {
            let summary = message.list("parts").filter(|part| part.fits("type=text")).filter_map(|part| part.get("text"));
            let summary = summary.map(|text| Part::text(text.raw().to_vec())).collect();
            let asked = Message::of_user(text_json("What did we do so far?"));
            self.log.restart(vec![asked, Message::new(Role::Assistant, summary)], place, out);
        }
    }

    /// Reads one call of the model: its answer, and the results of its calls.
    fn step(&mut self, parts: &[Value<'_>], origin: &Origin, label: Option<String>, place: &Place, out: &mut Vec<Record>) {
        let (mut said, mut results) = (Vec::new(), Vec::new());
        for part in parts {
            let sdk = SdkPart { text: part.get("text").unwrap_or(*part), metadata: part.get("metadata") };
            match part.word("type") {
                "text" if part.get("text").is_some() => said.push(sdk.text(origin.wire)),
                "reasoning" if part.get("text").is_some() => {
                    let thought = sdk.thought(origin.wire);
                    self.log.lacks_handles |= thought.is_none();
                    push_thought(&mut said, thought);
                }
                "tool" => {
                    if let Some([call, result]) = call_of(*part, sdk.google_signature().filter(|_| origin.wire == AgentWire::Gemini)) {
                        said.push(call);
                        results.push(result);
                    }
                }
                _ => {}
            }
        }
        if said.is_empty() {
            return;
        }
        let message = Message::new(Role::Assistant, said);
        self.log.answer(Answer { origin: origin.clone(), message, label }, place.clone(), out);
        if !results.is_empty() {
            self.log.say(Message::new(Role::User, results), place.clone());
        }
    }

    fn refused(&mut self, error: Value<'_>, origin: Origin, place: Place, out: &mut Vec<Record>) {
        let text = ["data.responseBody", "data.message", "message", "name"].iter().find_map(|path| error.path(path)?.text());
        let text = text.map(|text| text.wtf8().into_owned()).unwrap_or_default();
        self.log.refuse(&text, status(error.path("data.statusCode")), origin, place, out);
    }
}

/// Adds a thought. The summaries of one reasoning item are in several parts, and the item is sent once.
fn push_thought(said: &mut Vec<Part>, thought: Option<Part>) {
    if let (Some(Part::Native(last)), Some(Part::Native(next))) = (said.last_mut(), thought.as_ref())
        && let (Ok(one), Ok(other)) = (scan(last), scan(next))
        && one.root().get("id").is_some_and(|id| other.root().get("id").is_some_and(|same| same.raw() == id.raw()))
    {
        let summaries = [&one, &other].map(|item| item.root().list("summary").map(|part| part.raw().to_vec()).collect::<Vec<_>>());
        let summary = [b"[", summaries.concat().join(&b","[..]).as_slice(), b"]"].concat();
        let [id, ciphertext] = ["id", "encrypted_content"].map(|name| other.root().get(name).map_or(&b"\"\""[..], Value::raw));
        let joined = super::agents::reasoning_item(Some(id), Some(&summary), ciphertext);
        *last = joined;
        return;
    }
    said.extend(thought);
}

/// Returns a call and its result.
fn call_of(part: Value<'_>, signature: Option<Vec<u8>>) -> Option<[Part; 2]> {
    let (id, name) = (part.get("callID")?.raw().to_vec(), part.get("tool")?.raw().to_vec());
    let state = part.get("state")?;
    let arguments = state.get("input").map_or_else(|| b"{}".to_vec(), |input| input.raw().to_vec());
    let interrupted = state.path("metadata.output").filter(|_| state.fits("metadata.interrupted=true"));
    let (output, is_error) = match state.word("status") {
        "completed" if state.path("time.compacted").is_some_and(|time| !time.is_null()) => {
            (Part::text(text_json("[Old tool result content cleared]")), false)
        }
        "completed" => (Part::from(state.get("output")?), false),
        "error" => match interrupted.or_else(|| state.get("error")) {
            Some(output) => (Part::from(output), interrupted.is_none()),
            None => (Part::text(text_json("")), true),
        },
        _ => (Part::text(text_json("[Tool execution was interrupted]")), true),
    };
    let result = Part::Result { id: id.clone(), name: Some(name.clone()), output: vec![output], is_error };
    Some([Part::Call { id, name, arguments, signature }, result])
}

fn origin_of(info: Value<'_>, message: Value<'_>) -> Origin {
    let (provider, model) = (words(info.get("providerID")), words(info.get("modelID")));
    let has = |name: &str| message.list("parts").any(|part| part.path(&["metadata.", name].concat()).is_some());
    let wire = match sdk_wire(provider.as_deref().unwrap_or_default(), model.as_deref().unwrap_or_default()) {
        AgentWire::Chat if has("anthropic.signature") => AgentWire::Anthropic,
        AgentWire::Chat if has("openai.reasoningEncryptedContent") => AgentWire::Responses,
        wire => wire,
    };
    let host = provider.as_deref().and_then(host_of_provider).map(str::to_owned);
    Origin { wire, model, host, provider }
}
