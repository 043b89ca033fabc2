// WebCrypto works in threads of its own, which makes the order of results differ from run to run. This is the part of it
// that the service uses, done at once.
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
} from "node:crypto";
import type { Random } from "../../support/random.ts";

const TAG_BYTES = 16;

interface AesParameters {
  iv: Uint8Array;
  additionalData?: Uint8Array;
}

interface Derivation {
  public?: Uint8Array;
  salt: Uint8Array;
  info: Uint8Array;
}

const CURVE = "prime256v1";
const EMPTY = new Uint8Array();
/** What jose looks at in a key. */
const HMAC = { usages: ["sign", "verify"], algorithm: { name: "HMAC", hash: { name: "SHA-256" } } };
const ECDSA = {
  ...{ type: "private", usages: ["sign"], algorithm: { name: "ECDSA", namedCurve: "P-256" } },
  [Symbol.toStringTag]: "CryptoKey",
};

type SigningKey = typeof ECDSA & { object: KeyObject };

/** A key is its own bytes, but for one that pushes are signed with. */
const subtleFor = (random: Random) => ({
  async digest(_algorithm: string, data: Uint8Array): Promise<ArrayBuffer> {
    return exactBuffer(createHash("sha256").update(data).digest());
  },
  async importKey(format: string, key: Uint8Array | JsonWebKey): Promise<Uint8Array | SigningKey> {
    if (format !== "jwk") return keyOf(key as Uint8Array);
    return { ...ECDSA, object: createPrivateKey({ key: key as never, format }) };
  },
  async generateKey(): Promise<{ publicKey: Uint8Array; privateKey: Uint8Array }> {
    const privateKey = random.fill(new Uint8Array(32));
    return { privateKey, publicKey: agreementOf(privateKey).getPublicKey() };
  },
  async exportKey(_format: string, key: Uint8Array): Promise<ArrayBuffer> {
    return exactBuffer(key);
  },
  async deriveBits(derivation: Derivation, key: Uint8Array, bits: number): Promise<ArrayBuffer> {
    const { public: other, salt, info } = derivation;
    if (other !== undefined) return exactBuffer(agreementOf(key).computeSecret(other));
    return hkdfSync("sha256", key, salt, info, bits / 8);
  },
  async deriveKey({ salt, info }: Derivation, key: Uint8Array): Promise<Uint8Array> {
    return keyOf(new Uint8Array(hkdfSync("sha256", key, salt, info, 32)));
  },
  async sign(_algorithm: string, key: Uint8Array | SigningKey, data: Uint8Array): Promise<ArrayBuffer> {
    if ("object" in key)
      return exactBuffer(sign("sha256", data, { key: key.object, dsaEncoding: "ieee-p1363" }));
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
    { iv, additionalData = EMPTY }: AesParameters,
    key: Uint8Array,
    data: Uint8Array,
  ): Promise<ArrayBuffer> {
    const size = key.length === 16 ? 128 : 256;
    const cipher = createCipheriv(`aes-${size}-gcm`, key, iv).setAAD(additionalData);
    return exactBuffer(Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]));
  },
  async decrypt(
    { iv, additionalData = EMPTY }: AesParameters,
    key: Uint8Array,
    data: Uint8Array,
  ): Promise<ArrayBuffer> {
    const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(additionalData);
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    return exactBuffer(Buffer.concat([decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final()]));
  },
});

function keyOf(bytes: Uint8Array): Uint8Array {
  return Object.assign(Uint8Array.from(bytes), HMAC);
}

function agreementOf(privateKey: Uint8Array) {
  const agreement = createECDH(CURVE);
  agreement.setPrivateKey(privateKey);
  return agreement;
}

export function seededCrypto(random: Random): Crypto {
  const seeded = {
    subtle: subtleFor(random.fork("keys")),
    getRandomValues: <T extends ArrayBufferView>(view: T) => random.fill(view),
    randomUUID: () => {
      const hex = Buffer.from(random.fill(new Uint8Array(16))).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
  return seeded as unknown as Crypto;
}

function exactBuffer(buffer: Uint8Array): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}
