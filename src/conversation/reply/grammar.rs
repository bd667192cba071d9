//! The streams of all wires as data: events with placeholders (holes), which one writer fills.

/// How a wire streams a reply.
pub(crate) struct Grammar {
    /// The framing of an event in the stream.
    pub(crate) framing: EventFraming,
    /// The events with which a reply begins.
    pub(crate) begin: Templates,
    /// The events of a thought.
    pub(crate) thought: PartGrammar,
    /// The events of a visible text.
    pub(crate) text: PartGrammar,
    /// The events of a refusal text, if the wire separates it. Otherwise it is a visible text.
    pub(crate) refusal: Option<PartGrammar>,
    /// True if the stop reason marks a refusal.
    pub(crate) stops_at_refusal: bool,
    /// The events of a call.
    pub(crate) call: PartGrammar,
    /// A citation of a web page in a visible text, if the wire has any: `~i` is its address, `~f` its title, `~b` and `~h` where it begins and ends in the text.
    pub(crate) citation: &'static str,
    /// The events of a citation `~g`, the `~y`th of its text.
    pub(crate) cite: Templates,
    /// True if citations count characters from the beginning of the message, not of the text.
    pub(crate) cites_message: bool,
    /// The events with which a reply ends. `~v` is Google's member with all citations, if there are any.
    pub(crate) finish: Templates,
    /// The events that end a reply with an error. No success may follow them, and the vendor's client throws at them.
    pub(crate) error: Templates,
    /// The events for a request that is longer than the context of the model, if the vendor reports this in a stream. `~t` is the message.
    pub(crate) overflow: Templates,
    /// The words for why the model stopped, in the order of [`crate::model::Stop`]. The JSON of the details follows a `|`.
    pub(crate) stops: [&'static str; 6],
    /// The members of the usage: the text before a count, the count, and the text behind it.
    pub(crate) usage: &'static [(&'static str, Count, &'static str)],
}

/// How a wire streams a part of a reply.
#[derive(Clone, Copy)]
pub(crate) struct PartGrammar {
    /// The events with which it begins.
    pub(crate) begin: Templates,
    /// The events that make it longer.
    pub(crate) piece: Templates,
    /// The events with which it ends.
    pub(crate) end: Templates,
    /// True if the wire has no pieces of it: the whole part is written when it ends.
    pub(crate) is_whole: bool,
    /// The JSON of the whole part, if the end of the reply repeats all parts. In a text, `~l` is its citations.
    pub(crate) item: &'static str,
}

/// Events, each with its name and its JSON. A `~` and a letter is a hole.
///
/// | hole | filled with |
/// |---|---|
/// | `~r` `~m` | the id of the reply, the model |
/// | `~c` `~d` | the time of the reply in seconds, and as a date |
/// | `~n` `~k` | the number of the part, and of a call among calls |
/// | `~i` `~f` | the id of a call, the tool |
/// | `~j` | at the end of a call, its id as a member, if it has one |
/// | `~t` | a piece of a text as it is written between quotes; at the end of the part, all of it |
/// | `~a` | at the end of a call, its arguments as an object |
/// | `~s` `~e` `~u` | why the model stopped, the details, the members of the usage |
/// | `~o` `~q` | all parts, the number of the event |
/// | `~x` | the members of an error in the envelope of the wire |
pub(crate) type Templates = &'static [(&'static str, &'static str)];

/// A count of tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Count {
    /// All input.
    Input,
    /// The part of the input that neither came from a cache nor was put into one.
    Fresh,
    /// All output.
    Output,
    /// The part of the output that is not reasoning.
    Said,
    /// Input and output.
    Total,
    /// The part of the input that came from a cache, if it is known.
    Cached,
    /// The part of the input that was put into a cache, if it is known.
    Stored,
    /// The part of the output that is reasoning, if it is known.
    Thought,
    /// The part of the input that came from a cache.
    CachedOrNone,
    /// The part of the output that is reasoning.
    ThoughtOrNone,
}

/// The framing of an event in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventFraming {
    /// As a server-sent event with a name.
    Named,
    /// As a server-sent event without a name.
    Unnamed,
    /// As a frame of AWS's event stream.
    Frame,
    /// As a line.
    Line,
}
