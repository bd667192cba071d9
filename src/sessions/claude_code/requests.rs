//! The requests of Claude Code 2.1.326 and later, which the client records beside the messages: lines `api-request-shape` (system prompt and tools),
//! `api-request-blob` (a message that is not in the file as it is sent) and `api-request` (the settings, and the messages by their digests).
//!
//! A digest is the SHA-256 of a message with sorted members and without `cache_control`. The list of a request begins with the first `keep` digests of the
//! request `base`, and `tail` follows. A message without a blob is a run of lines: consecutive lines of the user, or lines of one answer. The lines are hashed
//! when a request names them, so files without such requests cost nothing.

use std::collections::HashMap;
use std::rc::Rc;

use crate::json::{Digest, Value, Writer, digest, scan};
use crate::sessions::bodies::words;
use crate::sessions::history::join;

/// A request as it was sent.
pub struct SentRequest {
    /// The client's name for it. The lines of its answer have it in `requestRef`.
    pub id: String,
    /// The request without its messages.
    pub opening: Vec<u8>,
    /// The messages. `None` if one of them is not in the file.
    pub messages: Option<Vec<SentMessage>>,
    /// True if the client left out a setting because the user's configuration holds it.
    pub lacks_settings: bool,
    /// True if the client cut private text out of the messages before it recorded them.
    pub lacks_text: bool,
}

/// A message of a request, and its digest.
pub type SentMessage = (Digest, Rc<[u8]>);

/// The recorded parts of requests.
#[derive(Default)]
pub struct SentRequests {
    shapes: HashMap<String, Rc<[u8]>>,
    messages: HashMap<Digest, Rc<[u8]>>,
    /// The bytes of both.
    size: usize,
    /// The last request of each conversation: its id and its digests.
    chains: HashMap<String, (String, Vec<Digest>)>,
    /// The lines since the last request, and their bytes.
    lines: Vec<RunLine>,
    lines_size: usize,
    run: Option<Run>,
}

/// A line of a message.
struct RunLine {
    role: String,
    id: Option<String>,
    /// Its blocks, with commas between them.
    blocks: Vec<u8>,
}

/// A message that may continue.
struct Run {
    role: String,
    id: Option<String>,
    blocks: Vec<u8>,
}

/// The maximum bytes of kept parts: several times the longest context of any model.
const MOST: usize = 16 << 20;

/// The maximum bytes of lines between two requests.
const MOST_LINES: usize = 4 << 20;

impl SentRequests {
    /// Keeps a message of the file until a request names it.
    pub fn keep_line(&mut self, message: Value<'_>) {
        let Some(role) = words(message.get("role")) else { return };
        let mut blocks = Vec::new();
        match message.get("content") {
            Some(content) if content.text().is_some() => {
                blocks = [b"{\"type\":\"text\",\"text\":", content.raw(), b"}"].concat();
            }
            Some(content) => content.elements().for_each(|block| join(&mut blocks, block.raw())),
            None => return,
        }
        self.lines_size += blocks.len();
        if self.lines_size > MOST_LINES {
            (self.lines, self.lines_size, self.run) = (Vec::new(), 0, None);
            return;
        }
        self.lines.push(RunLine { role, id: words(message.get("id")), blocks });
    }

    /// Keeps the system prompt and the tools, or a message.
    pub fn keep_part(&mut self, line: Value<'_>) {
        if let (Some(hash), Some(shape)) = (words(line.get("shapeHash")), line.get("shape")) {
            self.grow(shape.raw().len());
            self.shapes.insert(hash, shape.raw().into());
        } else if let (Some(hash), Some(message)) = (line.get("hash").and_then(digest_of), line.get("message")) {
            self.grow(message.raw().len());
            self.messages.insert(hash, message.raw().into());
        }
    }

    /// Forgets the messages, as the client does at a compaction.
    pub fn forget_messages(&mut self) {
        *self = Self { shapes: std::mem::take(&mut self.shapes), ..Self::default() };
    }

    /// Reads a request of a conversation.
    pub fn read(&mut self, conversation: &str, line: Value<'_>) -> Option<SentRequest> {
        self.hash_lines();
        let id = words(line.get("id"))?;
        let keep = line.get("keep").and_then(Value::whole).and_then(|keep| usize::try_from(keep).ok()).unwrap_or_default();
        let tail: Option<Vec<Digest>> = line.list("tail").map(digest_of).collect();
        let base = words(line.get("base"));
        let known = self.chains.remove(conversation).filter(|(id, _)| Some(id) == base.as_ref());
        let kept = match known {
            Some((_, digests)) => digests.get(..keep).map(<[Digest]>::to_vec),
            None => (keep == 0).then(Vec::new),
        };
        let digests = kept.zip(tail).map(|(kept, tail)| [kept, tail].concat());
        let find = |digest: &Digest| Some((*digest, Rc::clone(self.messages.get(digest)?)));
        let messages = digests.as_ref().and_then(|digests| digests.iter().map(find).collect());
        if let Some(digests) = digests {
            self.chains.insert(conversation.to_owned(), (id.clone(), digests));
        }
        let shape = words(line.get("shapeHash")).and_then(|hash| self.shapes.get(&hash));
        let lacks_settings = shape.is_none() || line.list("withheld").next().is_some();
        let opening = opening_of(line.get("params"), shape.map(AsRef::as_ref));
        Some(SentRequest { id, opening, messages, lacks_settings, lacks_text: line.get("cut").is_some() })
    }

    /// Hashes the messages that end with one of the kept lines.
    fn hash_lines(&mut self) {
        self.lines_size = 0;
        for line in std::mem::take(&mut self.lines) {
            let continues = |run: &Run| run.role == line.role && (run.role == "user" || (run.id.is_some() && run.id == line.id));
            if !self.run.as_ref().is_some_and(continues) {
                self.run = Some(Run { role: line.role, id: line.id, blocks: Vec::new() });
            }
            let Some(run) = &mut self.run else { continue };
            join(&mut run.blocks, &line.blocks);
            let message = [b"{\"role\":\"", run.role.as_bytes(), b"\",\"content\":[", &run.blocks, b"]}"].concat();
            if let Ok(document) = scan(&message) {
                let name = digest(document.root());
                self.grow(message.len());
                self.messages.insert(name, message.into());
            }
        }
    }

    fn grow(&mut self, bytes: usize) {
        self.size += bytes;
        if self.size > MOST {
            (self.shapes, self.messages, self.size) = (HashMap::new(), HashMap::new(), bytes);
        }
    }
}

fn digest_of(value: Value<'_>) -> Option<Digest> {
    Digest::named(value.text()?.plain()?)
}

/// Returns the settings of a request, with its system prompt and its tools.
fn opening_of(params: Option<Value<'_>>, shape: Option<&[u8]>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    let mut copy = |object: Value<'_>| {
        for (name, value) in object.members() {
            out.name(&name.lossy());
            out.raw(value.raw());
        }
    };
    params.into_iter().for_each(&mut copy);
    if let Some(shape) = shape.and_then(|shape| scan(shape).ok()) {
        copy(shape.root());
    }
    out.close(b'}');
    out.finish()
}
