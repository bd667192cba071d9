// Reads how many tests ran from what the test programs print.

/** Sums the `test result: ok. 3 passed; 0 failed` lines of cargo and of the wasm test runner. */
export function cargoCounts(text) {
  const lines = [...text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)];
  return { passed: sum(lines, 1), failed: sum(lines, 2) };
}

/** Reads the closing `3 passed, 0 failed` of a suite; null when it never came so far. */
export function suiteCounts(text) {
  const found = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : null;
}

const sum = (lines, group) => lines.reduce((total, line) => total + Number(line[group]), 0);
