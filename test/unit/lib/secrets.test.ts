import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOneOf, isSameSecret, randomSecret } from "../../../src/lib/secrets.ts";

describe("isSameSecret", () => {
  it("is true for the same text alone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        expect(isSameSecret(left, left)).toBe(true);
        expect(isSameSecret(left, right)).toBe(left === right);
      }),
    );
  });

  it.each(["a", "é", "\0"])("tells a secret from itself with %j before or behind it", (added) => {
    const secret = randomSecret();
    expect(isSameSecret(secret, secret + added)).toBe(false);
    expect(isSameSecret(added + secret, secret)).toBe(false);
  });

  it("notices one changed letter at every position", () => {
    const secret = randomSecret();
    for (let at = 0; at < secret.length; at++) {
      const changed = `${secret.slice(0, at)}${secret[at] === "A" ? "B" : "A"}${secret.slice(at + 1)}`;
      expect(isSameSecret(secret, changed)).toBe(false);
    }
  });
});

describe("isOneOf", () => {
  it("finds a secret at any position, and no other", () => {
    const known = [randomSecret(), randomSecret(), randomSecret()];
    expect(known.map((secret) => isOneOf(secret, known))).toEqual([true, true, true]);
    expect(isOneOf(randomSecret(), known)).toBe(false);
    expect(isOneOf("", [])).toBe(false);
  });
});
