/**
 * Stands for a network address in the log: the same for the same address, while the master key is the same, and no one
 * without that key can find the address by trying all of them.
 */
export async function addressHash(addressKey: string, masterKeys: readonly string[]): Promise<string> {
  const [current = ""] = masterKeys;
  const master = await crypto.subtle.importKey("raw", Uint8Array.fromBase64(current), "HKDF", false, [
    "deriveKey",
  ]);
  const key = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes("addresses in the log") },
    master,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign"],
  );
  const mac = await crypto.subtle.sign("HMAC", key, bytes(addressKey));
  return new Uint8Array(mac, 0, 8).toHex();
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
