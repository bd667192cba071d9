// Says once that a host is not known, if a known one is near.
import { tables } from "../tables/index.js";
import { nearest } from "../text/options.js";
import { note } from "./output.js";
import { didYouMean } from "./usage.js";

/** Prints the known host that a misspelt one means. Another unknown host is a host without a row, which is no mistake. */
export function noteNearHost(host) {
  const domain = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?([^/:?#]+)/i.exec(host)?.[1].toLowerCase().replace(/\.$/, "");
  const { hosts } = tables();
  const domains = hosts.flatMap((row) => [row.host, ...(row.domains ?? [])]).filter((known) => known && !/^-|\*/.test(known));
  if (domain === undefined || hosts.some(({ name }) => name === domain) || domains.some((known) => domain === known || domain.endsWith(`.${known}`))) return;
  const meant = nearest(domain, domains);
  if (meant !== undefined) note(`The host ${domain} is unknown.${didYouMean(meant)}`);
}
