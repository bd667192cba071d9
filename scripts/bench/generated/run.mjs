// Runs every call on every generated shape. The seeds are the cases of the tests, so a new rule, wire or transcript format is tried as soon as it has
// cases.
import { moduleOf } from "../../load-package.mjs";
import { answerCalls, filterCalls, requestCalls, streamCalls, textCalls } from "./calls.mjs";
import { growthOf, MEASURABLE } from "./growth.mjs";
import { patterns } from "./patterns.mjs";
import { answerShapes, requestShapes } from "./shapes.mjs";
import { errorShapes, lineShapes, streamShapes, transcriptShapes } from "./texts.mjs";

/** The initial number of elements of a list, and the maximum number of shapes. */
const BODIES = { count: 400, most: 60 };
/** The number of results within the limit to show. */
const WORST = 12;
/** The lines of a batch are a megabyte. */
const LINES = { ...BODIES, longest: 1 << 20 };
/** A pattern costs little, so all are tried; a quadratic one takes seconds at this length. */
const PATTERNS = { count: 1 << 13, longest: 1, most: Infinity };

/**
 * Prints the worst results, and returns the names of those over the limit. `only` selects by a part of the name, which is that of the call and that
 * of the shape.
 */
export async function generated(rethought, only = "") {
  const { Judge } = await moduleOf("batch/judge.js");
  const { transcripts, errors } = textCalls(rethought);
  const groups = [
    [requestShapes(), requestCalls(rethought)],
    [answerShapes(), answerCalls(rethought)],
    [streamShapes(), streamCalls(rethought)],
    [transcriptShapes(), transcripts],
    [errorShapes(), errors],
    [lineShapes(), filterCalls({ Judge }), LINES],
    [...(await patterns()), PATTERNS],
  ];
  const results = groups.flatMap(([shapes, calls, size = BODIES]) => calls.flatMap((call, nth) => measured(shapes, call, nth, { ...size, only })));
  // A call without measurable time has no ratio.
  const worst = results.filter(({ twice }) => twice >= MEASURABLE).sort((one, other) => other.ratio - one.ratio);
  console.log(`${results.length} generated shapes, the worst of them${" ".repeat(73)} once    twice    ratio`);
  for (const { name, once, twice, ratio, isOver } of worst.filter(({ isOver }, nth) => isOver || nth < WORST))
    console.log(`${name.slice(0, 110).padEnd(110)} ${once.toFixed(1).padStart(8)} ${twice.toFixed(1).padStart(8)} ms ${ratio.toFixed(2).padStart(6)}×${isOver ? "   over" : ""}`);
  return worst.filter(({ isOver }) => isOver).map(({ name }) => name);
}

/** Measures a call on all its shapes, or on `most` of them: spread evenly, and different for each call. */
function measured(shapes, [name, call], nth, { most, only, ...size }) {
  const step = Math.max(1, Math.ceil(shapes.length / most));
  const chosen = shapes.filter((_, at) => (at + nth) % step === 0).filter((shape) => `${name}: ${shape.name}`.includes(only));
  return chosen.flatMap((shape) => {
    const growth = growthOf(shape.make, (text) => call(text, shape), size);
    return growth ? [{ name: `${name}: ${shape.name}`, ...growth }] : [];
  });
}
