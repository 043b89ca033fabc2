// WebCrypto works in threads of its own, which makes the order of results differ from run to run. This is the part of it
// that the service uses, done at once.
import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Random } from "../../support/random.ts";

const TAG_BYTES = 16;

interface AesParameters {
  iv: Uint8Array;
  additionalData: Uint8Array;
}

/** A key is its own bytes. */
const subtle = {
  async digest(_algorithm: string, data: Uint8Array): Promise<ArrayBuffer> {
    return exactBuffer(createHash("sha256").update(data).digest());
  },
  async importKey(_format: string, bytes: Uint8Array): Promise<Uint8Array> {
    return bytes;
  },
  async sign(_algorithm: string, key: Uint8Array, data: Uint8Array): Promise<ArrayBuffer> {
    return exactBuffer(createHmac("sha256", key).update(data).digest());
  },
  async verify(_algorithm: string, key: Uint8Array, mac: Uint8Array, data: Uint8Array): Promise<boolean> {
    const expected = createHmac("sha256", key).update(data).digest();
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  },
  timingSafeEqual(left: Uint8Array, right: Uint8Array): boolean {
    return timingSafeEqual(left, right);
  },
  async encrypt(
    { iv, additionalData }: AesParameters,
    key: Uint8Array,
    data: Uint8Array,
  ): Promise<ArrayBuffer> {
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(additionalData);
    return exactBuffer(Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]));
  },
  async decrypt(
    { iv, additionalData }: AesParameters,
    key: Uint8Array,
    data: Uint8Array,
  ): Promise<ArrayBuffer> {
    const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(additionalData);
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    return exactBuffer(Buffer.concat([decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final()]));
  },
};

export function seededCrypto(random: Random): Crypto {
  const seeded = {
    subtle,
    getRandomValues: <T extends ArrayBufferView>(view: T) => random.fill(view),
    randomUUID: () => {
      const hex = Buffer.from(random.fill(new Uint8Array(16))).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
  return seeded as unknown as Crypto;
}

function exactBuffer(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}
