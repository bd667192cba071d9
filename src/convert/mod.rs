//! Floor 6: a request of any wire as one of any other.
//!
//! ```text
//! request ─► read ─► conversation ─► plan (fates) ─► write ─► repair ─► request
//! ```
//!
//! `read` makes a [`Conversation`] whose parts point into their source. [`Plan`] decides the fate of each thought before a byte is written. `write` follows
//! it. What the target cannot say as the source did is a note. At last the audit of the target looks at the result, and what it still refuses is mended and
//! noted, so the request is one that the target takes.
//!
//! | room | what is in it |
//! |---|---|
//! | `wire`, `wires` | one reader and one writer for each wire, and the table of them |
//! | `reader`, `writer` | what all readers share, and what all writers share |
//! | `plan`, `policy`, `travel`, `demand`, `bound`, `apply` | the fates of thoughts: the caller's choices, who reads whose, who asks for reasoning, what binds them, and what follows |
//! | `marks`, `ids`, `names`, `late`, `files`, `data_url`, `function`, `reasoning` | forms that change between wires, and change back |
//! | `reply`, `stream`, `response`, `error` | what a provider answers, for a client of another |
//! | `home`, `origins`, `spoken` | the way home: entries as they were, under a hash of what was said up to them |
//!
//! A new wire is one folder with a reader and a writer, and one line in `WIRES`.

mod anthropic;
mod apply;
mod bound;
mod chat;
mod cohere;
mod converse;
mod conversion;
mod data_url;
mod demand;
mod error;
mod files;
mod finish;
mod function;
mod gemini;
mod home;
mod ids;
mod interactions;
mod late;
mod marks;
mod names;
mod note;
mod ollama;
mod origins;
mod plan;
mod policy;
mod reader;
mod reasoning;
mod reply;
mod response;
mod responses;
mod same_wire;
mod spoken;
mod stream;
mod thread;
mod travel;
mod wire;
mod wires;
mod writer;

use crate::audit::Options;
use crate::audit::profile::profile;
use crate::codecs::{ModelPlace, description};
use crate::error::Error;
use crate::json::{Document, Writer, quote, scan};
use crate::model::Target;
use finish::{Source, Written};
use home::Homecoming;
use note::Notes;
use wires::format_of;
use writer::RequestWriter;

pub use conversion::Conversion;
pub use error::{ConvertedError, convert_error};
pub use home::{SeenEntries, seen_reply};
pub use note::ConversionNote;
pub use plan::{Plan, PlannedThought};
pub use policy::{ForeignThoughts, Mode, Policy, Window};
pub use response::{ConvertedReply, convert_response};
pub use stream::StreamConverter;
pub use wires::{read, reply_wires, wires};

/// Converts a request of one wire into one of another.
///
/// # Errors
/// A wire that has no reader or writer; a request that holds only what is new; tables that cannot be read.
pub fn convert(request: &Document<'_>, from: &Target, to: &Target, policy: &Policy, options: &Options<'_>) -> Result<Conversion, Error> {
    let nothing = scan(b"{}")?;
    let source = profile(from, request.root(), options.models)?;
    // A target that names no model keeps the source's name, so the tables know it by that.
    let aimed = profile(to, if to.model.is_some() { nothing.root() } else { request.root() }, options.models)?;
    let (source, aimed) = (scan(&source)?, scan(&aimed)?);
    let mut conversation = read(request, from)?;
    let mut plan = Plan::new(&conversation, request, source.root(), aimed.root(), policy);
    let mut notes = Notes::default();
    // Another vendor's dialect of the wire has other words for settings and other places for thoughts, so it is written anew.
    let is_kin = |name: &str| {
        [source.root(), aimed.root()].iter().any(|one| one.token(name).is_empty()) || source.root().token(name) == aimed.root().token(name)
    };
    let is_same = from.wire == to.wire && is_kin("vendor") && is_kin("dialect");
    let home = options.ledger.filter(|_| !is_same).map(|ledger| Homecoming::of(&conversation, ledger, &from.wire, to));
    let mut written = if is_same {
        same_wire::edit(request, &conversation, &plan, aimed.root(), to)?
    } else {
        let format = format_of(to)?;
        if bound::binds(source.root(), aimed.root()) {
            bound::leave_out(&conversation, &mut plan, home.as_ref(), from, to);
        }
        if let Some(home) = &home {
            names::rename(&mut conversation, &home.names(format_of(from)?.names, to));
            home.restore(&mut conversation, &mut plan, to);
        }
        apply::apply(&mut conversation, &plan, policy);
        if !is_kin("vendor") {
            files::leave_out(&mut conversation, &mut notes);
        }
        late::settle(&mut conversation, &to.wire, &mut notes);
        ids::fit(&mut conversation, format.ids, &mut notes);
        names::fit(&mut conversation, format.names, &mut notes);
        conversation.unread.iter().for_each(|unread| notes.add(unread.value, "member", unread.why));
        let model = match (description(&to.wire).model, &to.model) {
            (ModelPlace::Address, _) => None,
            (ModelPlace::Body, Some(model)) => Some(quote(model).into_bytes()),
            (ModelPlace::Body, None) => {
                notes.at(conversation.model, "model", "no model was given for the target: the name is that of the source");
                conversation.model.map(|model| model.raw().to_vec())
            }
        };
        let mut writer = RequestWriter {
            out: Writer::default(),
            plan: &plan,
            notes: &mut notes,
            profile: aimed.root(),
            model,
            places: Vec::new(),
            homes: Vec::new(),
        };
        (format.write)(&conversation, &mut writer);
        Written { text: writer.out.finish(), places: writer.places, homes: writer.homes, settings: format.settings }
    };
    apply::send_beside(&mut plan, request, policy, &mut written.text)?;
    finish::finish(written, &Source { request, conversation: &conversation, from, home }, to, options, plan, notes)
}
