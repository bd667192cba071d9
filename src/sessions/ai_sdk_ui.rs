//! Chats of the AI SDK as an application stores them: UI messages, in a list, one a line, or in the member `messages` of an object.
//!
//! A message of the model has its reasoning, texts and calls with their results as parts. `step-start` begins another call of the model, and `providerMetadata`
//! has what the provider keeps beside a part. Model and host are not recorded: the metadata shows the wire. The application decides which messages it sends, so
//! this is what `convertToModelMessages` makes of all of them. Read: the documentation of AI SDK 6.

use super::agents::{AgentLog, AgentWire, Answer, Message, Part, Place, Role, SdkPart, image_of, text_json};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, scan};

pub(super) const LIST: TranscriptFormat =
    TranscriptFormat { name: "ai-sdk-ui", fits: is_list, cut: Cut::Elements(""), open: || Box::<Chat>::default() };
pub(super) const FILE: TranscriptFormat =
    TranscriptFormat { name: "ai-sdk-ui", fits: is_file, cut: Cut::Elements("messages"), open: || Box::<Chat>::default() };
pub(super) const LINES: TranscriptFormat =
    TranscriptFormat { name: "ai-sdk-ui", fits: is_lines, cut: Cut::Lines, open: || Box::<Chat>::default() };

fn is_ui(sample: &Sample<'_>, depth: usize) -> bool {
    sample.has(depth, "role") && sample.has(depth, "parts") && sample.has(depth + 2, "type")
}

fn is_list(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'[') && is_ui(sample, 2)
}

fn is_file(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && sample.has(1, "messages") && is_ui(sample, 3)
}

fn is_lines(sample: &Sample<'_>) -> bool {
    sample.any_object(|line| line.fits("id role=user|assistant|system parts.*.type !message"))
}

#[derive(Default)]
struct Chat {
    log: AgentLog,
}

impl FormatReader for Chat {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        let document = scan(piece.text)?;
        let message = document.root();
        let place = Place::of(piece, message.get("createdAt"));
        match message.word("role") {
            "assistant" => self.answer(message, &place, out),
            role @ ("user" | "system") => {
                let role = if role == "user" { Role::User } else { Role::System };
                let parts: Vec<Part> = message.list("parts").filter_map(user_part).collect();
                if !parts.is_empty() {
                    self.log.say(Message::new(role, parts), place);
                }
            }
            _ => return Err(Error::new(Code::Input, "it is not a message of a chat: it has no role")),
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.log.end(out);
    }
}

impl Chat {
    fn answer(&mut self, message: Value<'_>, place: &Place, out: &mut Vec<Record>) {
        let parts: Vec<Value<'_>> = message.list("parts").collect();
        if let Some(wire) = parts.iter().find_map(|part| wire_of(*part)) {
            self.log.next.wire = wire;
        }
        let wire = self.log.next.wire;
        for step in parts.chunk_by(|_, next| !next.fits("type=step-start")) {
            let (mut said, mut results) = (Vec::new(), Vec::new());
            for part in step {
                let sdk = SdkPart { text: part.get("text").unwrap_or(*part), metadata: part.get("providerMetadata") };
                match part.word("type") {
                    "text" if part.get("text").is_some() => said.push(sdk.text(wire)),
                    "reasoning" if part.get("text").is_some() => {
                        let thought = sdk.thought(wire);
                        self.log.lacks_handles |= thought.is_none() || wire == AgentWire::Chat;
                        said.extend(thought);
                    }
                    kind => {
                        let name = part.get("toolName").and_then(|name| words(Some(name)));
                        let name = name.or_else(|| kind.strip_prefix("tool-").map(str::to_owned));
                        if let (Some(name), Some(id)) = (name, part.get("toolCallId")) {
                            let (call, result) = call_of(*part, &name, id);
                            said.push(call);
                            results.extend(result);
                        }
                    }
                }
            }
            if said.is_empty() {
                continue;
            }
            let message = Message::new(Role::Assistant, said);
            self.log.answer(Answer { origin: self.log.next.clone(), message, label: None }, place.clone(), out);
            if !results.is_empty() {
                self.log.say(Message::new(Role::User, results), place.clone());
            }
        }
    }
}

fn user_part(part: Value<'_>) -> Option<Part> {
    match part.word("type") {
        "text" => Some(Part::text(part.get("text")?.raw().to_vec())),
        "file" => image_of(part.get("url")?),
        _ => None,
    }
}

fn call_of(part: Value<'_>, name: &str, id: Value<'_>) -> (Part, Option<Part>) {
    let (id, name) = (id.raw().to_vec(), text_json(name));
    let arguments = part.get("input").map_or_else(|| b"{}".to_vec(), |input| input.raw().to_vec());
    let output = part.get("output").or_else(|| part.get("errorText"));
    let is_error = part.word("state") == "output-error";
    let result = output.map(|output| Part::Result { id: id.clone(), name: Some(name.clone()), output: vec![Part::from(output)], is_error });
    (Part::Call { id, name, arguments, signature: None }, result)
}

/// Returns the wire that the metadata of a part shows.
fn wire_of(part: Value<'_>) -> Option<AgentWire> {
    let metadata = part.get("providerMetadata").or_else(|| part.get("callProviderMetadata"))?;
    let known = [
        ("anthropic", AgentWire::Anthropic),
        ("bedrock", AgentWire::Converse),
        ("openai", AgentWire::Responses),
        ("azure", AgentWire::Responses),
        ("google", AgentWire::Gemini),
        ("vertex", AgentWire::Gemini),
    ];
    known.iter().find(|(name, _)| metadata.get(name).is_some()).map(|(_, wire)| *wire)
}
