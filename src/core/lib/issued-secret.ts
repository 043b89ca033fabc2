// Secrets that the service hands out and is shown again, such as a session's cookie. Their second part is a MAC of the
// first: what was invented is told from what was issued before anything is looked up.
import { deriveHmacKey } from "./derived-key.ts";
import { groupSymbols, PAIRING_SYMBOLS } from "./pairing-code.ts";
import { isSameSecret } from "./secrets.ts";
import { utf8 } from "./utf8.ts";

interface Form {
  /** It has 32 or 64 symbols, so that each byte chooses every one equally often. */
  alphabet: string;
  randomLength: number;
  macLength: number;
  isGrouped: boolean;
}

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** 168 random bits and a MAC of 90. */
const LONG: Form = { alphabet: BASE64URL, randomLength: 28, macLength: 15, isGrouped: false };

/** 80 random bits and a MAC of 50: a person may have to type it. It lasts ten minutes. */
const TYPED: Form = { alphabet: PAIRING_SYMBOLS, randomLength: 16, macLength: 10, isGrouped: true };

/** Changing a name makes the secrets of its kind look invented. */
type Kind = "session" | "customer session" | "pairing code" | keyof PartSecretKinds;

function formOf(kind: Kind): Form {
  return kind === "pairing code" ? TYPED : LONG;
}

/** The MAC covers the suffix as well. */
export async function issueSecret(kind: Kind, masterKeys: readonly string[], suffix = ""): Promise<string> {
  const [masterKey] = masterKeys;
  if (masterKey === undefined) throw new Error("no master key");
  const { alphabet, randomLength } = formOf(kind);
  const random = spell(crypto.getRandomValues(new Uint8Array(randomLength)), alphabet);
  return await complete(kind, random, suffix, masterKey);
}

/** Whether this service has issued the text, under one of these keys. It says nothing about whether it is still valid. */
export async function isIssued(kind: Kind, text: string, masterKeys: readonly string[]): Promise<boolean> {
  const { randomLength, macLength, isGrouped } = formOf(kind);
  const symbols = isGrouped ? text.replaceAll("-", "") : text;
  const [random, suffix] = [symbols.slice(0, randomLength), symbols.slice(randomLength + macLength)];
  const possible = await Promise.all(masterKeys.map((key) => complete(kind, random, suffix, key)));
  return possible.some((secret) => isSameSecret(secret, text));
}

async function complete(kind: Kind, random: string, suffix: string, masterKey: string): Promise<string> {
  const { alphabet, macLength, isGrouped } = formOf(kind);
  const key = await deriveHmacKey(masterKey, `issued secrets: ${kind}`);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(random + suffix)));
  const symbols = random + spell(mac.subarray(0, macLength), alphabet);
  return (isGrouped ? groupSymbols(symbols) : symbols) + suffix;
}

function spell(bytes: Uint8Array, alphabet: string): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}
