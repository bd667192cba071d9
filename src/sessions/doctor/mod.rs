//! What killed a session of an agent, and the smallest edit of its file that revives it.
//!
//! Two questions have two verdicts. *What happened* is read from the file: an answered request was not refused, and what the file lacks is unknown. *What
//! happens next* is the audit of the request that the agent builds from the file when it resumes the session.
//!
//! The file is read once for both ([`Examination`]). If something has to be removed, it is read a second time for the edits ([`Treatment`]), so memory is
//! bounded by the longest line and one conversation.
//!
//! | file | question |
//! |---|---|
//! | `examination` | what does the file record? |
//! | `request` | what will the agent send? |
//! | `handle` | is this handle genuine? |
//! | `served` | can the named model and host answer? |
//! | `blame` | which thought is this error about? |
//! | `structure`, `surrogates` | which calls, results and texts is this error about? |
//! | `plan` | what has to be removed? |
//! | `line_form`, `line_edit`, `broken_line`, `surgery`, `splice` | which bytes of the file are that? |
//! | `broken_line` | which lines can the agent not read? |

mod blame;
mod broken_line;
mod diagnosis;
mod examination;
mod handle;
mod line_edit;
mod line_form;
mod losses;
mod options;
mod plan;
mod removal;
mod request;
mod served;
mod splice;
mod structure;
mod surgery;
mod surrogates;

pub use diagnosis::{DiagnosedFinding, DiagnosedRefusal, Diagnosis, FileEdit, FileFault};
pub use examination::{Examination, Examined, Treatment};
pub use options::DoctorOptions;

/// Diagnoses a file that is in memory.
#[must_use]
pub fn diagnose(file: &[u8], options: DoctorOptions) -> Diagnosis {
    let mut examination = Examination::new(options);
    examination.push(file);
    match examination.finish() {
        Examined::Done(diagnosis) => *diagnosis,
        Examined::Treatable(mut treatment) => {
            treatment.push(file);
            treatment.finish()
        }
    }
}
