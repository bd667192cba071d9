//! Records an exchange: a request, or the data kept of it, and its answer.

use super::answer::Answer;
use super::emitted::EmittedPart;
use super::pending::{PendingRequest, Settings};
use super::samples::{Sample, samples};
use super::{Ledger, line};
use crate::error::{Code, Error};
use crate::json::base64;
use crate::json::{Digest, Document, Limits, PlaceSet, Places, digest_of_digests, scan};
use crate::model::{Continuation, Role, Target};
use crate::request::context::{Context, Side};
use crate::request::prefix::block;
use crate::request::trace::token_digest;
use crate::request::walk::Walk;
use crate::request::whole;
use crate::wires::{Codec, NO_CODEC, StreamDecoder, Streamed, codec};

/// The answer to a request.
#[derive(Clone, Copy, Debug)]
pub enum Received<'r> {
    /// A body.
    Body(&'r [u8]),
    /// A whole stream, as received.
    Stream(&'r [u8]),
    /// A whole stream that is already assembled.
    Assembled(&'r Streamed),
}

impl Ledger {
    /// Records a request and the body that answered it, as received or assembled from a stream. A known exchange changes nothing.
    ///
    /// # Errors
    /// A body that is not JSON, or too long to be kept; a wire that has no codec.
    pub fn record(&mut self, target: &Target, request: &[u8], response: &[u8]) -> Result<(), Error> {
        self.record_answer(&self.prepare(target, request)?, response)
    }

    /// Records a request and the stream that answered it, whole, as received. Unfinished parts are recorded as incomplete. Earlier ciphertexts in the stream
    /// are recorded too: a stream of Responses holds three ciphertexts for one item.
    ///
    /// # Errors
    /// A request that is not JSON, or a stream too long to be kept; a wire that has no codec.
    pub fn record_stream(&mut self, target: &Target, request: &[u8], stream: &[u8]) -> Result<(), Error> {
        self.record_answer_stream(&self.prepare(target, request)?, stream)
    }

    /// Prepares a request, so that its answer can be recorded later.
    ///
    /// # Errors
    /// A request that is not JSON; a wire that has no codec.
    pub fn prepare(&self, target: &Target, request: &[u8]) -> Result<PendingRequest, Error> {
        PendingRequest::new(target, scan(request)?.root(), self)
    }

    /// Does the same for a request that was already walked through.
    #[must_use]
    pub fn prepare_walked(&self, target: &Target, walk: &Walk<'_>, settings: &Settings) -> PendingRequest {
        PendingRequest::after(target, walk, settings, self)
    }

    /// Records the body that answered a request.
    ///
    /// # Errors
    /// A body that is not JSON, or too long to be kept; a wire that has no codec.
    pub fn record_answer(&mut self, pending: &PendingRequest, response: &[u8]) -> Result<(), Error> {
        self.take_answers(pending, Received::Body(response)).map(drop)
    }

    /// Records the stream that answered a request.
    ///
    /// # Errors
    /// A stream too long to be kept; a wire that has no codec.
    pub fn record_answer_stream(&mut self, pending: &PendingRequest, stream: &[u8]) -> Result<(), Error> {
        self.take_answers(pending, Received::Stream(stream)).map(drop)
    }

    /// Records the answer to a request. Returns the new answers.
    pub(crate) fn take_answers(&mut self, pending: &PendingRequest, received: Received<'_>) -> Result<Vec<Answer>, Error> {
        let answers = self.write_answers(pending, received)?;
        Ok(answers.into_iter().filter(|(answer, text)| self.keep(answer, text)).map(|(answer, _)| answer).collect())
    }

    /// Reads the answer to a request, and writes its lines: one, or one for each sample.
    pub(super) fn write_answers(&self, pending: &PendingRequest, received: Received<'_>) -> Result<Vec<(Answer, Vec<u8>)>, Error> {
        let mut answers = match received {
            Received::Body(body) => self.read_samples(pending, body, &[])?,
            Received::Stream(stream) => self.read_streamed(pending, &assemble(stream, codec_of(pending)?))?,
            Received::Assembled(streamed) => self.read_streamed(pending, streamed)?,
        };
        if let Some(joined) = answers.first().and_then(|answer| self.joined(answer)) {
            answers.first_mut().into_iter().zip([joined]).for_each(|(answer, joined)| *answer = joined);
        }
        answers.into_iter().map(|answer| self.write_answer(answer)).collect()
    }

    fn write_answer(&self, mut answer: Answer) -> Result<(Answer, Vec<u8>), Error> {
        answer.provenance.complete = answer.complete;
        answer.reduce(self.form);
        let text = line::sealed(&answer);
        if text.len() > Limits::default().bytes {
            // The line could be written but never be read again.
            return Err(Error::new(Code::JsonSize, "the response is too long for a line"));
        }
        Ok((answer, text))
    }

    fn read_streamed(&self, pending: &PendingRequest, streamed: &Streamed) -> Result<Vec<Answer>, Error> {
        let mut answers = self.read_samples(pending, &streamed.body, &streamed.unfinished)?;
        answers.iter_mut().for_each(|answer| answer.complete &= streamed.ended);
        // Only Responses encrypts an item repeatedly, and it has no samples.
        if let [answer] = &mut *answers {
            answer.add_sealed(&streamed.sealed);
        }
        Ok(answers)
    }

    /// Reads the answer in a body. If there are several samples, reads each of them as the only one.
    fn read_samples(&self, pending: &PendingRequest, response: &[u8], unfinished: &[String]) -> Result<Vec<Answer>, Error> {
        let unfinished: PlaceSet<'_> = unfinished.iter().map(String::as_str).collect();
        let mut answers = vec![self.read_answer(pending, response, &unfinished)?];
        for Sample { body, pointer } in samples(&scan(response)?)? {
            let own = pointer.of_only(&unfinished);
            answers.push(self.read_answer(pending, &body, &own.iter().map(String::as_str).collect())?);
        }
        Ok(answers)
    }

    /// Reads an answer. `unfinished` are the places that a stream began and did not end.
    fn read_answer(&self, pending: &PendingRequest, response: &[u8], unfinished: &PlaceSet<'_>) -> Result<Answer, Error> {
        let codec = codec_of(pending)?;
        let response = scan(response)?;
        let turn = codec.response(response.root());
        let mut answer = pending.0.clone();
        answer.body = identity(&response);
        answer.said = whole(&turn.parts);
        let mut context = answer.context.map(Context::after).unwrap_or_default();
        let mut places = Places::new(&response);
        for (nth, part) in turn.parts.iter().enumerate() {
            let mut emitted = EmittedPart::new(part, &answer.wire);
            let pointer = places.place(part.value).pointer;
            emitted.complete &= !unfinished.holds(&pointer);
            answer.blocks.extend(block(part, Some(Role::Assistant), &answer.wire, [answer.entries, nth]));
            context.say(Side::Answer, part);
            answer.parts.push(emitted);
        }
        if let Some(Continuation { token, required, .. }) = turn.continuation {
            answer.continues = token.and_then(token_digest);
            answer.complete &= !required;
        }
        answer.spoken = context.hash().filter(|spoken| Some(*spoken) != answer.context);
        let provenance = &mut answer.provenance;
        provenance.model = turn.model.as_deref().map(str::to_owned).or_else(|| provenance.model.take());
        provenance.response = turn.id.as_deref().map(str::to_owned);
        provenance.time = self.time;
        answer.link();
        Ok(answer)
    }
}

fn assemble(stream: &[u8], codec: &dyn Codec) -> Streamed {
    let mut decoder = StreamDecoder::new(codec);
    decoder.push(stream);
    decoder.finish().1
}

fn codec_of(pending: &PendingRequest) -> Result<&'static dyn Codec, Error> {
    codec(&pending.0.wire).ok_or_else(|| Error::new(Code::Input, NO_CODEC))
}

/// Returns the digest of a body, with long texts replaced by their digests: those are needed anyway, and are most of it.
fn identity(body: &Document<'_>) -> Digest {
    digest_of_digests(body.root(), &|text| base64::encode(&text.0))
}
