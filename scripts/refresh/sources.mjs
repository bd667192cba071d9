// The newest packages with lists of models, from the registries that npm and pip are set up for, in target/refresh.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { target } from "../paths.mjs";

const FOLDER = join(target, "refresh");
export const NPM = ["@anthropic-ai/sdk", "openai", "@google/genai", "@ai-sdk/anthropic", "@ai-sdk/openai", "@ai-sdk/google", "@ai-sdk/xai", "@ai-sdk/amazon-bedrock", "@ai-sdk/alibaba", "@ai-sdk/cerebras", "@ai-sdk/cohere", "@ai-sdk/deepseek", "@ai-sdk/groq", "@ai-sdk/mistral", "@ai-sdk/moonshotai"];
export const PYTHON = ["pydantic-ai-slim", "litellm"];

/** Installs all packages. Returns each with its version and the texts that may have names of models. */
export function install() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "python"), { recursive: true });
  const run = (program, args) => execFileSync(program, args, { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"] });
  run("npm", ["install", "--prefix", FOLDER, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", "--loglevel", "error", ...NPM.map((name) => `${name}@latest`)]);
  run("python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--upgrade", "--target", join(FOLDER, "python"), ...PYTHON]);
  return [...NPM.map(fromNpm), fromPython("pydantic-ai-slim", "pydantic_ai", /\.py$/), fromPython("litellm", "litellm", /^model_prices.*\.json$/)];
}

function fromNpm(name) {
  const folder = join(FOLDER, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version, texts: textsIn(folder, /\.d\.(m|c)?ts$/) };
}

function fromPython(name, module, files) {
  const root = join(FOLDER, "python");
  const info = readdirSync(root).find((entry) => entry.startsWith(`${name.replaceAll("-", "_")}-`) && entry.endsWith(".dist-info"));
  const texts = files.source.startsWith("^") ? readdirSync(join(root, module)).filter((file) => files.test(file)).map((file) => readFileSync(join(root, module, file), "utf8")) : textsIn(join(root, module), files);
  return { name, version: info.slice(name.length + 1, -".dist-info".length), texts };
}

function textsIn(folder, files) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && files.test(entry.name)).map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}
