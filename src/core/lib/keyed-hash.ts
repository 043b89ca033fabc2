import { deriveHmacKey } from "./derived-key.ts";
import { utf8 } from "./utf8.ts";

/**
 * Stands for a text, such as a network address in the log: the same for the same text and purpose as long as the master key
 * is the same. Without that key, nobody can find the text by trying all that are possible.
 */
export async function keyedHash(
  purpose: "addresses in the log" | "addresses that sign up" | "invited emails" | "wallets in the log",
  text: string,
  masterKeys: readonly string[],
): Promise<string> {
  const [current = ""] = masterKeys;
  const mac = await crypto.subtle.sign("HMAC", await deriveHmacKey(current, purpose), utf8(text));
  return new Uint8Array(mac, 0, 8).toHex();
}
