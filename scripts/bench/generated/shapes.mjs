// The shapes: each seed with one of its lists at any length, and with all its inner lists at once. Lists of the same kind are tried once.
import { answerCases, requestCases } from "./cases.mjs";
import { grown, kindOf, listsIn } from "./lists.mjs";

/** Returns shapes of requests: `{name, seed, make}`, where `make(count)` is the text of the body with `count` elements. */
export const requestShapes = () => shapesOf(requestCases());

/** Returns shapes of answers. */
export const answerShapes = () => shapesOf(answerCases());

function shapesOf(cases) {
  const seen = new Set();
  return cases.flatMap((seed) => {
    const lists = listsIn(seed.body);
    const inner = lists.filter((path) => path.some((key) => typeof key === "number"));
    const chosen = [...lists.map((path) => [path]), ...(inner.length > 1 ? [inner.filter((path) => !inner.some((outer) => outer.length < path.length && outer.every((key, nth) => key === path[nth])))] : [])];
    return chosen.filter((paths) => !isKnown(seen, seed, paths)).flatMap((paths) => ["own ids", "same ids"].map((ids) => shapeOf(seed, paths, ids)));
  });
}

/** Returns true if the shapes already have a list of the same kind, on the same wire and at the same place. */
function isKnown(seen, { target, body }, paths) {
  const kind = paths.map((path) => `${path.filter((key) => typeof key === "string").join("/")} ${kindOf(path.reduce((value, key) => value[key], body))}`).join(" ");
  const key = `${target.wire} ${kind}`;
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

function shapeOf(seed, paths, ids) {
  const place = paths.length > 1 ? "all inner lists" : `/${paths[0].join("/")}`;
  return { name: `${seed.name} ${place}, ${ids}`, seed, make: (count) => JSON.stringify(grown(seed.body, paths, Math.ceil(count / paths.length), ids === "own ids")) };
}
