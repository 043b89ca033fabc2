// Reads every log line of the whole test run: none may contain a secret, a token or a personal datum.

/** Requests and responses of this test file have carried these, or tests have noted them. */
export const secrets = new Set<string>();
const secretParts = new Set<string>();
export const watchedLines: string[] = [];

/** Has to be called before a file begins. */
export function forgetLines(): void {
  secrets.clear();
  secretParts.clear();
  watchedLines.length = 0;
}

const SECRET_FIELDS = ["client_secret", "webhook_secret", "access_token", "refresh_token", "metrics_token"];
/** Shorter parts could be anything. */
const PART_LENGTH_MIN = 16;

const FORBIDDEN: Record<string, RegExp> = {
  "a token": /\beyJ[\w-]{8,}\.eyJ/,
  "a webhook secret": /\bwhsec_/,
  "an Authorization header": /\b(Bearer|Basic) \S{8,}/,
  "a signature": /\bv1,[A-Za-z0-9+/]{40}/,
  "a key of a setup link": /[?#&]key=/,
  "an email address": /[\w.+-]+@[\w-]+\.\w+/,
  "an IP address of a caller": /"(address|ip|address_key)":"/,
  "a statement's parameters": /Failed query|\bparams\b/,
};

export function watchLine(parts: readonly unknown[]): void {
  watchedLines.push(
    parts.map((part) => (part instanceof Error ? `${part.stack} ${part.cause}` : String(part))).join(" "),
  );
}

export function noteToken(authorization: string | null): void {
  noteSecret(authorization?.replace(/^\w+ +/, "") ?? "");
}

/** Notes what a response's body carries, at any depth. */
export function noteSecretsOf(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (SECRET_FIELDS.includes(name) && typeof value === "string") noteSecret(value);
    else noteSecretsOf(value);
  }
}

export function noteSecret(secret: string): void {
  // A webhook secret also without its prefix: the key itself.
  const key = secret.replace(/^whsec_/, "");
  if (key.length >= PART_LENGTH_MIN) secrets.add(key);
  for (const part of partsOf(secret)) secretParts.add(part);
}

/** What log lines show of secrets, tokens and people. */
export function faultsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const names = Object.keys(FORBIDDEN).filter((name) => FORBIDDEN[name]?.test(line));
    if (partsOf(line).some((part) => secretParts.has(part))) names.push("a secret of a request or response");
    return names.map((name) => `${name}: ${line.slice(0, 500)}`);
  });
}

function partsOf(text: string): string[] {
  return text.match(new RegExp(`[\\w-]{${PART_LENGTH_MIN},}`, "g")) ?? [];
}
