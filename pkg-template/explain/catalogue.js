// `explain` for platforms that cannot read files later: the cards are included, unless nobody calls it and a bundler removes them.
import packed from "../cards/index.js";
import { explainer } from "./index.js";

export const explain = /* @__PURE__ */ explainer(() => packed);
