// `explain` where nothing can be read later: the cards come along, unless nobody calls it and a bundler leaves them out.
import packed from "../cards/index.js";
import { explainer } from "./index.js";

export const explain = /* @__PURE__ */ explainer(() => packed);
