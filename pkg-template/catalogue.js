// `explain` where nothing can be read later: the cards come along, unless nobody calls it and a bundler leaves them out.
import packed from "./cards.js";
import { explainer } from "./explain.js";

export const explain = /* @__PURE__ */ explainer(() => packed);
