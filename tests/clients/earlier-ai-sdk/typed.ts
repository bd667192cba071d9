// Compiled, not run: the middleware has the type that each version of the AI SDK wants, without a cast.
import { createAnthropic as createAnthropic2 } from "ai-sdk-anthropic-2";
import { createAnthropic as createAnthropic3 } from "ai-sdk-anthropic-3";
import { wrapLanguageModel as wrapLanguageModel5, type LanguageModelMiddleware as Middleware5 } from "ai-sdk-5";
import { wrapLanguageModel as wrapLanguageModel6, type LanguageModelMiddleware as Middleware6 } from "ai-sdk-6";
import { guardLanguageModel, languageModelMiddleware } from "rethought/clients";

const [model5, model6] = [createAnthropic2({})("claude-opus-5"), createAnthropic3({})("claude-opus-5")];
export const middleware5: Middleware5 = languageModelMiddleware({ mode: "repair" });
export const middleware6: Middleware6 = languageModelMiddleware({ mode: "repair" });
export const wrapped5 = wrapLanguageModel5({ model: model5, middleware: languageModelMiddleware() });
export const wrapped6 = wrapLanguageModel6({ model: model6, middleware: languageModelMiddleware() });
export const guarded5 = wrapLanguageModel5({ model: guardLanguageModel(model5), middleware: [languageModelMiddleware()] });
export const guarded6 = wrapLanguageModel6({ model: guardLanguageModel(model6), middleware: [languageModelMiddleware()] });
