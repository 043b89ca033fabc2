/** Suffixes outside the public DNS, and the names under which cloud providers serve credentials. */
const PRIVATE_SUFFIXES = [
  ..."alt arpa consul corp example home internal intranet invalid lan local localdomain localhost".split(" "),
  ..."onion private svc test".split(" "),
  ..."metadata.goog metadata.platformequinix.com metadata.tencentyun.com".split(" "),
];
/** A name has at least two labels, the last not a number, and no trailing dot. */
const DNS_NAME = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const DNS_NAME_LENGTH_MAX = 253;
/** The values of `URL.port`, which is empty for 443. */
const PORTS = ["", "8443"];

interface UrlRules {
  /** Allows http, every host and every port, for development. */
  allowPrivate: boolean;
  /** They are in lower case and without a port; their subdomains are refused as well. */
  ownHosts: readonly string[];
}

/** Why webhooks cannot be sent to a URL, or null. Checks only its text; `resolveHost` checks where it leads. */
export function endpointUrlFault(text: string, rules: UrlRules): string | null {
  const url = URL.parse(text);
  if (url === null) return "must be a URL";
  if (url.protocol !== "https:" && !(rules.allowPrivate && url.protocol === "http:"))
    return "must be an https URL";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  // Parsers disagree on these characters, and so on which host is meant.
  if (/[\s\\\p{Cc}]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  if (rules.allowPrivate) return null;
  if (!PORTS.includes(url.port)) return "must use port 443 or 8443";
  return hostFault(url.hostname, rules.ownHosts);
}

/** Takes `URL.hostname`, where every spelling of an IP address, a letter or a dot has one form. */
function hostFault(host: string, ownHosts: readonly string[]): string | null {
  if (host.startsWith("[") || /^(\d+\.){3}\d+$/.test(host)) return "must name its host, not an IP address";
  if (host.length > DNS_NAME_LENGTH_MAX || !DNS_NAME.test(host)) return "must have a public host name";
  if (isWithin(host, PRIVATE_SUFFIXES)) return "must have a public host name";
  if (isWithin(host, ownHosts)) return "must not lead back to this service";
  return null;
}

function isWithin(host: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
