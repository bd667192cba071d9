//! The doctor: a dead session is revived by edits of its file, with every genuine handle kept, and a healthy one gets no edit.

#[path = "doctor/compactions.rs"]
mod compactions;
#[path = "doctor/damages.rs"]
mod damages;
#[path = "doctor/healthy.rs"]
mod healthy;
#[path = "doctor/hostless.rs"]
mod hostless;
#[path = "doctor/lengths.rs"]
mod lengths;
#[path = "doctor/refusals.rs"]
mod refusals;
#[path = "doctor/sessions.rs"]
mod sessions;
#[path = "doctor/targets.rs"]
mod targets;

use rethought::sessions::doctor::{Diagnosis, DoctorOptions, FileEdit, diagnose};

fn examine(file: &str) -> Diagnosis {
    diagnose(file.as_bytes(), DoctorOptions::default())
}

/// Applies the edits to the file.
fn edited(file: &str, edits: &[FileEdit]) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for FileEdit { offset, length, text, .. } in edits {
        assert!(*offset >= done, "the edits are in order");
        out.push_str(&file[done..*offset]);
        out.push_str(text);
        done = offset + length;
    }
    out + &file[done..]
}
