// Reads environment variables. A fault names the variable, and never its value.
export class ConfigError extends Error {
  readonly variable: string;
  readonly fault: string;

  constructor(variable: string, fault: string) {
    super(`${variable} ${fault}`);
    this.name = "ConfigError";
    this.variable = variable;
    this.fault = fault;
  }
}

export function readText(name: string, value: string | undefined, pattern: RegExp, fault: string): string {
  const text = required(name, value);
  if (!pattern.test(text)) throw new ConfigError(name, fault);
  return text;
}

export function readUrl(name: string, value: string | undefined): string {
  const url = URL.parse(required(name, value));
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ConfigError(name, "must be an http(s) URL");
  return url.href.replace(/\/+$/, "");
}

/** Several values are separated by commas: one replaces the other, without an interruption. */
export function readList(name: string, value: string | undefined, pattern: RegExp, fault: string): string[] {
  const values = required(name, value).split(",");
  if (!values.every((each) => pattern.test(each))) throw new ConfigError(name, fault);
  return values;
}

/** A comma is part of no bearer token (RFC 6750 §2.1). */
export function readLedgerTokens(value: string | undefined): string[] {
  return readList(
    "LEDGER_TOKEN",
    value,
    /^[!-~]+$/,
    "must be one token, or several separated by commas without spaces",
  );
}

export function readSigningSecrets(name: string, value: string | undefined): string[] {
  return readList(name, value, /^whsec_[A-Za-z0-9+/]{24,}={0,2}$/, "must be whsec_ and base64");
}

/** Returns null where it is not set. */
export function readToken(name: "METRICS_TOKEN" | "PLACES_TOKEN", value: string | undefined): string | null {
  if (!value) return null;
  if (/^[!-~]{24,}$/.test(value)) return value;
  throw new ConfigError(name, "must have at least 24 visible ASCII characters");
}

export function readChoice<Name extends string, const Choices extends readonly string[]>(
  env: { [_ in Name]?: string },
  name: Name,
  choices: Choices,
  byDefault: Choices[number],
): Choices[number] {
  const value = env[name] || byDefault;
  if (!choices.includes(value)) throw new ConfigError(name, `must be ${choices.join(" or ")}`);
  return value;
}

export function required(name: string, value: string | undefined): string {
  if (!value) throw new ConfigError(name, "is missing");
  return value;
}
