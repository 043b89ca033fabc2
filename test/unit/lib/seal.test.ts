import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { open, seal } from "#core/lib/seal.ts";
import { isOneOf, isSameSecret, randomSecret } from "#core/lib/secrets.ts";

function newKey(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

describe("seal and open", () => {
  it.each(["", "whsec_abc", "Ünïcödé 東京 \u{1f600}", "x".repeat(10_000)])("restores %j", async (text) => {
    const keys = [newKey()];
    expect(await open(await seal(text, "purpose", keys), "purpose", keys)).toBe(text);
  });

  it("never returns the same text twice, nor reveals its content", async () => {
    const keys = [newKey()];
    const sealed = await Promise.all(Array.from({ length: 20 }, () => seal("secret", "purpose", keys)));
    expect(new Set(sealed).size).toBe(20);
    for (const text of sealed) expect(text).toMatch(/^v1\.[0-9a-f]{8}\.[A-Za-z0-9+/=]+\.[A-Za-z0-9+/=]+$/);
    expect(sealed.join()).not.toContain(btoa("secret"));
  });

  it("refuses another purpose", async () => {
    const keys = [newKey()];
    const sealed = await seal("secret", "webhook_secret:merchant-1", keys);
    await expect(open(sealed, "webhook_secret:merchant-2", keys)).rejects.toThrow();
    await expect(open(sealed, "", keys)).rejects.toThrow();
  });

  it("refuses a text in which any part was changed", async () => {
    const keys = [newKey()];
    const sealed = await seal("secret", "purpose", keys);
    const parts = sealed.split(".");
    for (const [index, part] of parts.entries()) {
      const middle = Math.floor(part.length / 2);
      const other = part[middle] === "1" ? "2" : "1";
      const changed = parts.with(index, part.slice(0, middle) + other + part.slice(middle + 1)).join(".");
      await expect(open(changed, "purpose", keys), `part ${index}`).rejects.toThrow();
    }
    for (const text of ["", "v1", "v1..", parts.slice(0, 3).join("."), "not sealed at all"]) {
      await expect(open(text, "purpose", keys), text).rejects.toThrow();
    }
  });

  it("opens what an older key sealed, at any position", async () => {
    const [old, current, other] = [newKey(), newKey(), newKey()];
    const sealed = await seal("secret", "purpose", [old]);
    expect(await open(sealed, "purpose", [current, old])).toBe("secret");
    expect(await open(sealed, "purpose", [other, current, old])).toBe("secret");
    expect(await open(sealed, "purpose", [old, current])).toBe("secret");
  });

  it("seals under the first key", async () => {
    const [old, current] = [newKey(), newKey()];
    const sealed = await seal("secret", "purpose", [current, old]);
    expect(await open(sealed, "purpose", [current])).toBe("secret");
    await expect(open(sealed, "purpose", [old])).rejects.toThrow(/not configured/);
  });

  it("requires a key", async () => {
    await expect(seal("secret", "purpose", [])).rejects.toThrow("no master key");
    await expect(open(await seal("secret", "purpose", [newKey()]), "purpose", [])).rejects.toThrow();
  });
});

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
