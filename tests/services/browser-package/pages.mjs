// Plain pages in Chromium, without any bundler, and under the strictest content security policies that can work.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "./scratch.mjs";

const HOME = "./node_modules/rethought";
const SELF = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
const TRUSTED = "require-trusted-types-for 'script'; trusted-types 'none'";

export function cases({ folder, browser }) {
  const page = (name, entry, csp) => ({
    name: `chromium ${name}`,
    run: async () => {
      const { result } = await browser();
      // A page has no package names: the entry is named by its path.
      const script = `open-${name.replaceAll(" ", "-")}.js`;
      const text = program(`${HOME}/${entry}`, 'console.log("RESULT " + drive(rooms, glue, recover));', (name) => `${HOME}/${name}/index.js`);
      writeFileSync(join(folder, script), text);
      return result(`/${script}`, { csp });
    },
  });
  return [
    page("page", "start/browser.js"),
    page("page with policy", "start/browser.js", `${SELF}; connect-src 'self'; ${TRUSTED}`),
    // Such a page must not send anything, not even a request for the wasm: only the inlined one starts there.
    page("page that may connect nowhere", "start/inline.js", `${SELF}; connect-src 'none'; ${TRUSTED}`),
  ];
}
