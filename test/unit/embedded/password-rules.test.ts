import { describe, expect, it } from "vitest";
import { hashPassword, isRightPassword } from "../../../src/embedded/identity-provider/password-hash.ts";
import { findPasswordFault } from "../../../src/embedded/identity-provider/password-rules.ts";

const OWNER = { email: "maria.kowalski@beanleaf.example", businessName: "Café Zürich & Söhne" };

describe("findPasswordFault", () => {
  it.each([
    ["", "too_short"],
    ["😀".repeat(6), "too_short"],
    ["a".repeat(201), "too_long"],
  ])("counts the characters of %j", (password, fault) => {
    expect(findPasswordFault(password, OWNER)).toBe(fault);
  });

  it.each([
    "password1234",
    "Password123!",
    "PASSWORD-2024",
    "p4$$w0rd1234",
    "Passwort12345",
    "qwertyuiop12",
    "qwertzuiop[]",
    "asdfghjkl;'1",
    "1qaz2wsx3edc",
    "123456789012",
    "098765432109",
    "abcdefghijkl",
    "zyxwvutsrqpo",
    "!@#$%^&*()!@",
    "aaaaaaaaaaaa",
    "xkcdxkcdxkcd",
    "iloveyou2024",
    "letmeinplease",
    "adminadmin123",
    "Welcome2024!!",
    "w3lc0me 2024 !",
    "sunshine sunshine",
    "ｐａｓｓｗｏｒｄ１２３４",
    "pässwörd1234",
    "merchant-dashboard",
  ])("refuses the common %s", (password) => {
    expect(findPasswordFault(password, OWNER)).toBe("too_common");
  });

  it.each([
    "maria.kowalski",
    "Kowalski-1987",
    "kowalskimaria1",
    "m4ri4k0w4l5k1",
    "beanleaf20261",
    "beanleaf.example",
    "CaféZürich2026",
    "cafe zurich sohne",
    "zürichpassword1",
  ])("refuses the owner's own %s", (password) => {
    expect(findPasswordFault(password, OWNER)).toBe("own_words");
  });

  it.each([
    "correct horse battery",
    "several unrelated words",
    "kowalski quartz-melon",
    "password of the quiet river",
    "x7Kq-Lm2v-Tz9w",
    "836502749163",
    "пароль для кассы",
    "レジのための長い合言葉です",
    "😀🐙🚲🌋🎻🧭🪁🥨🦉🛶🪐🧩",
  ])("accepts %s", (password) => {
    expect(findPasswordFault(password, OWNER)).toBeNull();
  });

  it("accepts what is only someone else's own", () => {
    expect(findPasswordFault("kowalskimaria1", { email: "owner@shop.test", businessName: "" })).toBeNull();
  });

  it("accepts every random password of a password manager", () => {
    for (let n = 0; n < 500; n++) {
      const password = crypto.getRandomValues(new Uint8Array(15)).toBase64();
      expect(findPasswordFault(password, OWNER), password).toBeNull();
    }
  });
});

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

  it("match no password when missing", async () => {
    for (const password of ["", "password", "\0".repeat(32)]) {
      expect(await isRightPassword(password, null)).toBe(false);
    }
  });

  it.each(["", "$pbkdf2-sha256$i=1$c2FsdA==$", "$bcrypt$i=1$c2FsdA==$aGFzaA==", "plain text"])(
    "throw when malformed: %s",
    async (encoded) => {
      await expect(isRightPassword("password", encoded)).rejects.toThrow("not readable");
    },
  );
});
