//! The doctor for JavaScript. A file that is being read is in the wasm memory under a number. If it has to be edited, it is read a second time.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::audit::text_of;
use super::error::throw;
use crate::api::{read_doctor_options, write_diagnosis};
use crate::error::{Code, Error};
use crate::sessions::doctor::{Examination, Examined, Treatment};

/// A file that is being read.
enum Patient {
    Examined(Box<Examination>),
    Treated(Box<Treatment>),
}

thread_local! {
    static OPEN: RefCell<Vec<Option<Patient>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to read a file and returns the number to call it by.
#[wasm_bindgen(js_name = doctorOpen)]
pub fn doctor_open(options: &[u8]) -> Result<usize, JsValue> {
    let options = read_doctor_options(options).map_err(throw)?;
    Ok(keep(None, Patient::Examined(Box::new(Examination::new(options)))))
}

/// Takes bytes of the file as they arrive.
#[wasm_bindgen(js_name = doctorPush)]
pub fn doctor_push(number: usize, bytes: &[u8]) -> Result<(), JsValue> {
    OPEN.with_borrow_mut(|open| {
        match open.get_mut(number).and_then(Option::as_mut).ok_or_else(|| throw(closed()))? {
            Patient::Examined(examination) => examination.push(bytes),
            Patient::Treated(treatment) => treatment.push(bytes),
        }
        Ok(())
    })
}

/// Ends the file. Returns the diagnosis as JSON, or `None` if the same file has to be read again.
#[wasm_bindgen(js_name = doctorFinish)]
pub fn doctor_finish(number: usize) -> Result<Option<String>, JsValue> {
    let patient = OPEN.with_borrow_mut(|open| open.get_mut(number).and_then(Option::take));
    let diagnosis = match patient.ok_or_else(|| throw(closed()))? {
        Patient::Examined(examination) => match examination.finish() {
            Examined::Done(diagnosis) => *diagnosis,
            Examined::Treatable(treatment) => {
                keep(Some(number), Patient::Treated(treatment));
                return Ok(None);
            }
        },
        Patient::Treated(treatment) => treatment.finish(),
    };
    Ok(Some(text_of(write_diagnosis(&diagnosis))))
}

/// Forgets a file that nobody will finish.
#[wasm_bindgen(js_name = doctorDrop)]
pub fn doctor_drop(number: usize) {
    OPEN.with_borrow_mut(|open| open.get_mut(number).map(Option::take));
}

/// Keeps a file under its number, or under a free one.
fn keep(number: Option<usize>, patient: Patient) -> usize {
    OPEN.with_borrow_mut(|open| {
        let number = number.or_else(|| open.iter().position(Option::is_none)).unwrap_or(open.len());
        match open.get_mut(number) {
            Some(place) => *place = Some(patient),
            None => open.push(Some(patient)),
        }
        number
    })
}

fn closed() -> Error {
    Error::new(Code::Input, "the file is finished")
}
