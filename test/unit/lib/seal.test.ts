import { describe, expect, it } from "vitest";
import { open, seal } from "../../../src/lib/seal.ts";

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
