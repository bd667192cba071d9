// Checks the host and the address that a user gives: a misspelt one would switch rules off, and nobody would notice.
import { tables } from "../tables/index.js";
import { nearest } from "../text/options.js";
import { note } from "./output.js";
import { didYouMean, Usage } from "./usage.js";

/**
 * Checks the host and the address of a target. The names of its members are those of the options, unless `nameOf` gives others. Prints the known host that a
 * misspelt one means. Another unknown host is a host without a row, which is no mistake.
 * @throws {Usage} if one is a single word and no host has that name.
 */
export function checkHosts({ host, url }, nameOf = (member) => `--${member}`) {
  if (host !== undefined && isWord(host) && !isDialect(host)) {
    const hint = didYouMean(meantBy(host));
    throw new Usage(`${nameOf("host")} must be a domain, such as api.anthropic.com (got ${host})${hint && `.${hint}`}`);
  }
  if (url !== undefined && isWord(url)) throw new Usage(`${nameOf("url")} must be an address, such as https://api.anthropic.com/v1/messages (got ${url})`);
  if (host !== undefined) noteNearHost(host);
}

/** True for a text that is no domain, no address and no path. A host in a private network has one word, but then a scheme or a port. */
const isWord = (text) => /^[\w-]+$/.test(text) && text.toLowerCase() !== "localhost";

/** True for the name of a server that runs anywhere, or of a host's variant of chat. The services of the vendors themselves are known by their domains alone. */
const isDialect = (word) => tables().hosts.some(({ name, emits, surface }) => name === word.toLowerCase() && emits !== undefined && surface !== "api");

/** The domain that a word means: of a host with that name, or with nearly that name. */
function meantBy(word) {
  const { hosts } = tables();
  const isNamed = (name) => ({ name: own, providers = [] }) => own === name || providers.includes(name);
  const name = nearest(word, hosts.flatMap((row) => [row.name, ...(row.providers ?? [])]));
  return [word.toLowerCase(), name].flatMap((one) => hosts.filter(isNamed(one))).find(({ host }) => host)?.host;
}

function noteNearHost(host) {
  const domain = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?([^/:?#]+)/i.exec(host)?.[1].toLowerCase().replace(/\.$/, "");
  const { hosts } = tables();
  const domains = hosts.flatMap((row) => [row.host, ...(row.domains ?? [])]).filter((known) => known && !/^-|\*/.test(known));
  if (domain === undefined || hosts.some(({ name }) => name === domain) || domains.some((known) => domain === known || domain.endsWith(`.${known}`))) return;
  const meant = nearest(domain, domains);
  if (meant !== undefined) note(`The host ${domain} is unknown.${didYouMean(meant)}`);
}
