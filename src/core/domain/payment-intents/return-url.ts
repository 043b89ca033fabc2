// Where the checkout page sends the customer: a web address, or an app under a scheme of its own (RFC 8252 §7.1).

/** Lower case (RFC 3986 §3.1), with a dot, as domains in reverse have: what browsers run or open themselves has none. */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/;
const APP_SCHEME_LENGTH_MAX = 64;

export function isAppScheme(scheme: string): boolean {
  return scheme.length <= APP_SCHEME_LENGTH_MAX && APP_SCHEME.test(scheme);
}

/** Null for a web address, and for what is no URL. */
export function appSchemeOf(url: string | null): string | null {
  const scheme = url?.match(/^[^:]*(?=:)/)?.[0] ?? "";
  return isAppScheme(scheme) ? scheme : null;
}

/** Why an app's URL cannot be taken, whoever lists its scheme; null for none. */
export function appUrlFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return "must be a URL";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  return /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(text) ? null : "must have only characters of a URL (RFC 3986)";
}

export function mayReturnTo(merchant: { returnSchemes: readonly string[] }, url: string | null): boolean {
  const scheme = appSchemeOf(url);
  return scheme === null || merchant.returnSchemes.includes(scheme);
}
