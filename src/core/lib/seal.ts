// Encryption at rest: AES-256-GCM under the master key. The sealed text names its key: when a new master key is put
// before the old one, older texts can still be opened.

import { BoundedCache } from "./cache.ts";
import { sha256 } from "./secrets.ts";
import { utf8 } from "./utf8.ts";

const VERSION = "v1";
/** Where a sealed text has the id of its key, as SQLite's substr counts. */
export const KEY_ID_POSITION = VERSION.length + 2;
export const KEY_ID_LENGTH = 8;

/** `purpose` is authenticated with the text: a text that was sealed for one row does not open for another. */
export async function seal(
  plaintext: string,
  purpose: string,
  masterKeys: readonly string[],
): Promise<string> {
  const [current] = masterKeys;
  if (current === undefined) throw new Error("no master key");
  const { id, key } = await importKey(current);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: utf8(purpose) },
    key,
    utf8(plaintext),
  );
  return [VERSION, id, iv.toBase64(), new Uint8Array(ciphertext).toBase64()].join(".");
}

/** Throws when the key is unknown or the text was changed. */
export async function open(sealed: string, purpose: string, masterKeys: readonly string[]): Promise<string> {
  const [version, id, iv = "", ciphertext = ""] = sealed.split(".");
  if (version !== VERSION) throw new Error("unknown sealed format");
  for (const masterKey of masterKeys) {
    const { id: keyId, key } = await importKey(masterKey);
    if (keyId !== id) continue;
    const plaintext = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: Uint8Array.fromBase64(iv), additionalData: utf8(purpose) },
      key,
      Uint8Array.fromBase64(ciphertext),
    );
    return new TextDecoder().decode(plaintext);
  }
  throw new Error("sealed under a master key that is not configured");
}

/** Eight hex digits: enough to tell keys apart, too few to say anything about 256 random bits. */
export async function masterKeyId(base64: string): Promise<string> {
  return (await sha256(Uint8Array.fromBase64(base64))).toHex().slice(0, KEY_ID_LENGTH);
}

interface MasterKey {
  id: string;
  key: CryptoKey;
}

/** A configuration has one or two keys, and every webhook needs them. */
const imported = new BoundedCache<string, MasterKey>(10);

function importKey(base64: string): Promise<MasterKey> {
  return imported.getOrMake(base64, async () => {
    const bytes = Uint8Array.fromBase64(base64);
    const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    return { id: await masterKeyId(base64), key };
  });
}
