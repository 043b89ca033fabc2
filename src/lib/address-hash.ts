import { deriveHmacKey } from "./derived-key.ts";
import { utf8 } from "./utf8.ts";

/**
 * Stands for a network address in the log: the same for the same address as long as the master key is the same. Without
 * that key, nobody can find the address by trying all of them.
 */
export async function addressHash(addressKey: string, masterKeys: readonly string[]): Promise<string> {
  const [current = ""] = masterKeys;
  const key = await deriveHmacKey(current, "addresses in the log");
  const mac = await crypto.subtle.sign("HMAC", key, utf8(addressKey));
  return new Uint8Array(mac, 0, 8).toHex();
}
