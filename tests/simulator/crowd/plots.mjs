// The plots of conversations in a world: alone, as copies of another's, or with several vendors.
import { accountOf } from "../accounts.mjs";

const one = (kind, fits) => [{ kind, key: kind, fits }];

/** A user uses one vendor. */
function alone(world) {
  world.begin({ legs: one(world.random.pick(world.kinds)) });
}

/** Users ask the same and get the same calls and words, and the same ids if ids are counted; the thoughts differ. */
function twins(world) {
  const { random } = world;
  const kind = random.pick(world.kinds);
  const [script, left, counted] = [world.nextSeed(), 2 + random.below(5), random.pick(["turn", "talk", "talk", "talk", false])];
  const made = random.shuffle([0, 1, 2, 3, 4]).slice(0, 2 + random.below(2)).map((user) => world.begin({ legs: one(kind), script, left, counted, user: `user-${user}` }));
  for (const branch of made) branch.twins = made.filter((other) => other !== branch);
}

const unchained = (talk) => !talk.chained;

/** The vendors of one conversation, in turn. */
const TOURS = [["anthropic", "responses", "gemini"], ["chat:deepseek", "chat:kimi"], ["anthropic", "chat:deepseek"], ["gemini", "openrouter"], ["bedrock", "responses"], ["chat:glm", "anthropic", "chat:qwen"]];

function vendors(world) {
  const { random } = world;
  const fits = world.kinds.length > 1 ? TOURS : TOURS.filter((tour) => tour.includes(world.kinds[0]));
  if (!fits.length) return twins(world);
  world.begin({ legs: random.pick(fits).map((kind) => ({ kind, key: kind, fits: unchained })), left: 4 + random.below(6) });
}

/** Surfaces and accounts that do not read each other's handles are as separate as vendors. */
const at = (kind, member) => (value) => ({ kind, key: `${kind} ${value}`, fits: (talk) => talk.target[member] === value && !talk.chained });

function places(world) {
  const { random } = world;
  const tours = [["vertex", "aistudio"].map(at("gemini", "surface")), ["org-a", "org-b"].map(at("responses", "account")), ["acct-a", "acct-b"].map(claude)];
  const fits = world.kinds.length > 1 ? tours : tours.filter(([{ kind }]) => world.kinds.includes(kind));
  if (!fits.length) return twins(world);
  world.begin({ legs: random.pick(fits), left: 3 + random.below(5) });
}

/** Claude reads its blocks from any account, except for some models, where it reports the loss. */
function claude(name) {
  const place = name === "acct-a" ? { surface: "direct", host: "api.anthropic.com" } : { surface: "vertex", host: "aiplatform.googleapis.com" };
  const change = (talk, user) => {
    const account = accountOf(name, user);
    // An earlier request keeps its own target.
    talk.target = { ...talk.target, account, ...place };
    talk.state = { ...talk.state, account, surface: place.surface };
  };
  return { kind: "anthropic", key: "anthropic", change };
}

export const PLOTS = [alone, alone, twins, twins, twins, vendors, places];
