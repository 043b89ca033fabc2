/**
 * The path of an address on the service itself, with its query and fragment; null for any other address. What a browser
 * makes of the text decides, not its first characters: `//evil.test` and `/\evil.test` are other hosts.
 */
export function ownPath(text: string, publicUrl: string): string | null {
  const { origin } = new URL(publicUrl);
  if (!text.startsWith("/")) return null;
  const url = URL.parse(text, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith("/session")) return null;
  // A path may itself begin with two slashes, as `/.//evil.test` does.
  return url.pathname.startsWith("//") ? null : url.pathname + url.search + url.hash;
}
