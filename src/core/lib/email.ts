// Addresses whose domain is not ASCII. People write `info@müller.de`; what sends mail, and a browser's field for addresses,
// write `info@xn--mller-kva.de`.
import { domainToASCII, domainToUnicode } from "node:url";

/** The address as mail and the identity provider have it. */
export function asciiEmail(email: string): string {
  return withDomain(email, asciiDomain);
}

/** The address as people write it. */
export function readableEmail(email: string): string {
  return withDomain(email, (domain) => domainToUnicode(asciiDomain(domain)) || domain);
}

/** Returns empty text for what is no domain. */
function asciiDomain(domain: string): string {
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : "";
}

/** Any other domain stays as it is. */
function withDomain(email: string, convert: (domain: string) => string): string {
  const start = email.lastIndexOf("@") + 1;
  const domain = email.slice(start);
  return /[^\0-\x7f]|xn--/i.test(domain) ? email.slice(0, start) + convert(domain) : email;
}
