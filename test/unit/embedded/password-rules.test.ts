import { describe, expect, it } from "vitest";
import { findPasswordFault } from "../../../src/embedded/identity-provider/password-rules.ts";

const OWNER = { email: "maria.kowalski@beanleaf.example", businessName: "Café Zürich & Söhne" };

describe("findPasswordFault", () => {
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
