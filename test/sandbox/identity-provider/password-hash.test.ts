import { describe, expect, it } from "vitest";
import { hashPassword, isRightPassword } from "#sandbox/identity-provider/password-hash.ts";

function encode(iterations: number, salt: string, hashHex: string): string {
  return `$pbkdf2-sha256$i=${iterations}$${btoa(salt)}$${Uint8Array.fromHex(hashHex).toBase64()}`;
}

describe("password hashes", () => {
  /** RFC 7914 §11, the first 32 bytes. */
  it.each([
    ["passwd", encode(1, "salt", "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")],
    ["Password", encode(80_000, "NaCl", "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56")],
  ])("are PBKDF2-HMAC-SHA256 with the parameters they name: %s", async (password, encoded) => {
    expect(await isRightPassword(password, encoded)).toBe(true);
    expect(await isRightPassword(`${password}x`, encoded)).toBe(false);
  });

  it("differ for the same password", async () => {
    const [one, other] = await Promise.all([hashPassword("same"), hashPassword("same")]);
    expect(one).not.toBe(other);
    expect(await isRightPassword("same", one)).toBe(true);
    expect(await isRightPassword("same", other)).toBe(true);
    expect(await isRightPassword("Same", one)).toBe(false);
  });

  it("treat composed and decomposed letters as the same", async () => {
    expect(await isRightPassword("cafe\u0301", await hashPassword("caf\u00e9"))).toBe(true);
  });

  it.each(["", "$pbkdf2-sha256$i=1$c2FsdA==$", "$bcrypt$i=1$c2FsdA==$aGFzaA==", "plain text"])(
    "throw when malformed: %s",
    async (encoded) => {
      await expect(isRightPassword("password", encoded)).rejects.toThrow("not readable");
    },
  );
});
