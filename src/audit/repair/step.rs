//! Plans one step of a repair: which fixes are applied together?

use super::repaired::{AppliedFix, FixedPlace, Step};
use super::spared::Spared;
use crate::audit::fix_title::title_of;
use crate::audit::{Effect, Facts, Fix, Report, Safety, Severity};
use crate::json::{Changes, Document, Edit, Places, Span, lossy, ordered};

/// The fixes that a repair may apply.
pub(super) struct Choice<'c> {
    /// The kinds of fixes, in the order in which they are tried.
    pub(super) order: [Safety; 4],
    /// Returns `true` if a fix may be applied to a finding of that severity.
    pub(super) is_allowed: &'c dyn Fn(&Fix, Severity) -> bool,
    /// True if fixes that switch thinking off come before others of their kind. What only thinking excludes, such as a temperature, then stays.
    pub(super) thinking_first: bool,
}

/// Takes the first fix of each finding that is allowed, changes something and was not tried in vain. Changes that contradict each other come to no edits. As long as a
/// safe fix is left, no other is tried: what one rule fixes at a loss another may fix without.
pub(super) fn plan<'d>(
    document: &'d Document<'d>,
    facts: &Facts<'d>,
    report: &Report<'d>,
    (choice, spared): (&Choice<'_>, &Spared),
    vain: &[AppliedFix],
    most: usize,
) -> Step {
    let mut changes = Changes::new(document);
    let (mut applied, mut fixed_places, mut removed) = (Vec::new(), Vec::new(), Removed::default());
    let passes = choice.order.into_iter().flat_map(|level| [(level, true), (level, false)]);
    for (level, only_switches) in passes.filter(|(_, only_switches)| choice.thinking_first || !only_switches) {
        let mut places = Places::new(document);
        for finding in report.findings.iter().filter(|finding| !spared.covers(finding, facts)) {
            if applied.len() >= most {
                break;
            }
            for fix in finding.fixes.iter().filter(|fix| fix.safety == level && (choice.is_allowed)(fix, finding.severity)) {
                let one = AppliedFix { rule: finding.rule, pointer: lossy(places.pointer(finding.place)), fix, safety: fix.safety };
                if is_vain(&one, vain) {
                    continue;
                }
                if only_switches && fix.effect != Effect::SwitchesThinkingOff {
                    break;
                }
                // The fix of another finding removes this place already. Many such fixes remove the same, so each is made once.
                if removed.covers(finding.place.span()) {
                    applied.push(one);
                    fixed_places.push(FixedPlace {
                        span: finding.place.span(),
                        message: finding.message(),
                        title: "Removed by another fix.".to_owned(),
                    });
                    break;
                }
                // A change that cannot be made changes nothing.
                let mut own = Changes::new(document);
                let made = fix.edit.apply(facts, finding, &mut own).and_then(|()| own.edits()).unwrap_or_default();
                if !made.is_empty() {
                    removed.add(&made);
                    let title = title_of(fix.title, finding.place, &own);
                    fixed_places.push(FixedPlace { span: finding.place.span(), message: finding.message(), title });
                    changes.extend(own);
                    applied.push(one);
                    break;
                }
            }
        }
        if !applied.is_empty() {
            break;
        }
    }
    let edits = changes.edits().unwrap_or_default();
    let edits = ordered(document.source(), &edits).unwrap_or_default().into_iter().cloned().collect();
    Step { applied, places: fixed_places, edits }
}

/// Returns `true` if a fix was tried at its place, or at so many others that it is not worth the time: each try is an audit.
fn is_vain(one: &AppliedFix, vain: &[AppliedFix]) -> bool {
    vain.contains(one) || vain.iter().filter(|known| known.rule == one.rule && known.fix == one.fix).count() >= MOST_TRIES
}

/// So many places of one rule are tried with a fix that does not help.
const MOST_TRIES: usize = 8;

/// The stretches of a request that planned edits remove, in order.
#[derive(Default)]
struct Removed(Vec<(usize, usize)>);

impl Removed {
    fn add(&mut self, edits: &[Edit]) {
        for edit in edits.iter().filter(|edit| edit.text.is_empty()) {
            let at = self.0.partition_point(|(start, _)| *start < edit.span.start);
            self.0.insert(at, (edit.span.start, edit.span.end));
        }
    }

    fn covers(&self, place: Span) -> bool {
        let at = self.0.partition_point(|(start, _)| *start <= place.start);
        at.checked_sub(1).and_then(|at| self.0.get(at)).is_some_and(|(_, end)| *end >= place.end)
    }
}
