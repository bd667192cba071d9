//! The doctor's options and its diagnosis.

use super::records::json_of;
use crate::error::Error;
use crate::json::scan;
use crate::sessions::doctor::{Diagnosis, DoctorOptions};

/// Reads the options: an object with `because`, `model`, `host` and `account`.
///
/// # Errors
/// A text that is not JSON.
pub fn read_doctor_options(options: &[u8]) -> Result<DoctorOptions, Error> {
    let document = scan(options)?;
    let [because, model, host] =
        ["because", "model", "host"].map(|name| document.root().get(name)?.text().map(|text| text.lossy().into_owned()));
    Ok(DoctorOptions { because, model, host, is_other_account: document.root().fits("account=other") })
}

/// Writes a diagnosis as JSON.
#[must_use]
pub fn write_diagnosis(diagnosis: &Diagnosis) -> Vec<u8> {
    json_of(diagnosis)
}
