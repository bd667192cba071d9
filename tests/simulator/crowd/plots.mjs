// How conversations of a world come about: alone, as twins of another's, or with several vendors.
const one = (kind, fits) => [{ kind, key: kind, fits }];

/** A user talks with one vendor. */
function alone(world) {
  world.begin({ legs: one(world.random.pick(world.kinds)) });
}

/** Users ask the same, get the same calls and words, and the ids too where ids are counted; what was thought differs. */
function twins(world) {
  const { random } = world;
  const kind = random.pick(world.kinds);
  const [script, left, counted] = [world.nextSeed(), 2 + random.below(5), random.pick(["turn", "talk", "talk", "talk", false])];
  const made = random.shuffle([0, 1, 2, 3, 4]).slice(0, 2 + random.below(2)).map((user) => world.begin({ legs: one(kind), script, left, counted, user: `user-${user}` }));
  for (const branch of made) branch.twins = made.filter((other) => other !== branch);
}

const unchained = (talk) => !talk.chained;

/** Vendors that one conversation goes round. */
const TOURS = [["anthropic", "responses", "gemini"], ["chat:deepseek", "chat:kimi"], ["anthropic", "chat:deepseek"], ["gemini", "openrouter"], ["bedrock", "responses"], ["chat:glm", "anthropic", "chat:qwen"]];

function vendors(world) {
  const { random } = world;
  const fits = world.kinds.length > 1 ? TOURS : TOURS.filter((tour) => tour.includes(world.kinds[0]));
  if (!fits.length) return twins(world);
  world.begin({ legs: random.pick(fits).map((kind) => ({ kind, key: kind, fits: unchained })), left: 4 + random.below(6) });
}

/** Surfaces and accounts that do not read each other's handles are as strange to each other as vendors are. */
const at = (kind, member) => (value) => ({ kind, key: `${kind} ${value}`, fits: (talk) => talk.target[member] === value && !talk.chained });

function places(world) {
  const { random } = world;
  const tours = [["vertex", "aistudio"].map(at("gemini", "surface")), ["org-a", "org-b"].map(at("responses", "account")), ["acct-a", "acct-b"].map(claude)];
  const fits = world.kinds.length > 1 ? tours : tours.filter(([{ kind }]) => world.kinds.includes(kind));
  if (!fits.length) return twins(world);
  world.begin({ legs: random.pick(fits), left: 3 + random.below(5) });
}

/** Claude reads its blocks whichever account sends them, but for some models, where that is a loss that is told. */
function claude(account) {
  const place = account === "acct-a" ? { surface: "direct", host: "api.anthropic.com" } : { surface: "vertex", host: "aiplatform.googleapis.com" };
  const change = (talk) => {
    // An earlier request keeps its own target.
    talk.target = { ...talk.target, account, ...place };
    talk.state = { ...talk.state, account, surface: place.surface };
  };
  return { kind: "anthropic", key: "anthropic", change };
}

export const PLOTS = [alone, alone, twins, twins, twins, vendors, places];
