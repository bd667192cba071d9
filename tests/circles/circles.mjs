// Circles among files: sets of files in which each needs every other, directly or not.

/** Returns the circles of a graph (file → (file it needs → names)), each a sorted list of files. A file that needs itself is one too. */
export function circlesOf(arrows) {
  const [order, low, open, circles] = [new Map(), new Map(), [], []];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    open.push(file);
    for (const needed of arrows.get(file)?.keys() ?? []) {
      if (!order.has(needed)) visit(needed);
      if (open.includes(needed)) low.set(file, Math.min(low.get(file), low.get(needed)));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || arrows.get(file)?.has(file)) circles.push(circle.sort());
  };
  for (const file of arrows.keys()) if (!order.has(file)) visit(file);
  return circles.sort((one, other) => other.length - one.length || (one[0] < other[0] ? -1 : 1));
}

/** Describes a circle by the arrows inside it, each with the names that tie it. */
export function describe(circle, arrows) {
  const lines = circle.flatMap((file) => [...arrows.get(file)].filter(([needed]) => circle.includes(needed)).map(([needed, names]) => `  ${file} → ${needed}: ${[...names].sort().join(", ")}`));
  return [`a circle of ${circle.length} files`, ...lines].join("\n");
}

/**
 * Compares the found circles with those allowed (lists of files). Returns one sentence for each new circle, and one for each allowed circle that is
 * gone, so that the list shrinks as soon as possible.
 */
export function faultsOf(circles, allowed, arrows) {
  const key = (circle) => [...circle].sort().join("\n");
  const [found, known] = [circles.map(key), allowed.map(key)];
  const fresh = circles.filter((circle) => !known.includes(key(circle))).map((circle) => describe(circle, arrows));
  const gone = allowed.filter((circle) => !found.includes(key(circle)));
  return [...fresh, ...gone.map((circle) => `this circle is allowed and is not there any more, so its row must go: ${circle.join(", ")}`)];
}
