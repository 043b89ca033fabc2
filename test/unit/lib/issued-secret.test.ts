// Secrets with a MAC: told from invented ones under every master key that is in use.
import { describe, expect, it } from "vitest";
import type { SecretKind } from "#core/domain/ports/limits.ts";
import { isIssued, issueSecret } from "#core/lib/issued-secret.ts";
import { readPairingCode } from "#core/lib/pairing-code.ts";
import { randomSecret } from "#core/lib/secrets.ts";

const newKey = () => crypto.getRandomValues(new Uint8Array(32)).toBase64();
const [newer, older] = [newKey(), newKey()];
/** Each with one that was issued under a key of zeros. */
const ISSUED = {
  session: "nwJHfEWuFWomXhvmWBNtTd7BNUR4sJ9AbQS1Tv_rcul",
  "customer session": "RYCtG8QEXfL7fYeRO3j8wWz70Ssz48LlV5BTkTVd2NR",
  // The kind of a part.
  ...{ "desk session": "twExcpD_Ler5xsLA7oGgaAlMT5zi1olmDLhvJYDOCum" },
  "setup link": "mqFJZf96E9JDDUHYjsU6Q6RcC2BkhZAT2fAjUeQoZr8",
  "refresh token": "HdimqhB1uKvVcqMfvtd-VRbJhhxsFygWSIYaI9YLOj5",
  "pairing code": "X4R9N-GDF5M-G02SR-KJ94Z-8BBPF-Q",
} satisfies Record<SecretKind, string>;
const KINDS = Object.keys(ISSUED) as SecretKind[];

const FORMS = { long: /^[A-Za-z0-9_-]{43}$/, grouped: /^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]$/ };

describe.each(KINDS)("an issued secret: a %s", (kind) => {
  it("is short enough to type or to keep, and is another each time", async () => {
    const secret = await issueSecret(kind, [newer]);
    expect(secret).toMatch(kind === "pairing code" ? FORMS.grouped : FORMS.long);
    expect(await issueSecret(kind, [newer])).not.toBe(secret);
    if (kind === "pairing code") expect(readPairingCode(secret.toLowerCase())).toBe(secret);
  });

  it("is known under the newest master key, and after that is rotated", async () => {
    const secret = await issueSecret(kind, [older]);
    expect(await isIssued(kind, secret, [older])).toBe(true);
    expect(await isIssued(kind, secret, [newer, older])).toBe(true);
    expect(await isIssued(kind, secret, [newer])).toBe(false);
    expect(await isIssued(kind, await issueSecret(kind, [newer, older]), [newer])).toBe(true);
  });

  it("is unknown when any of it is changed, added or left out, and as another kind", async () => {
    const secret = await issueSecret(kind, [newer]);
    const changed = Array.from(secret, (symbol, at) => {
      const other = symbol === "A" ? "B" : "A";
      return secret.slice(0, at) + other + secret.slice(at + 1);
    });
    const texts = [
      ...changed,
      `${secret}A`,
      ` ${secret}`,
      `${secret}-`,
      secret.slice(0, -1),
      "",
      randomSecret(),
    ];
    for (const text of texts) expect(await isIssued(kind, text, [newer]), text).toBe(false);
    for (const another of KINDS)
      expect(await isIssued(another, secret, [newer]), another).toBe(another === kind);
  });
});

it.each(KINDS)("a %s that was issued by an earlier release stays one", async (kind) => {
  expect(await isIssued(kind, ISSUED[kind], [new Uint8Array(32).toBase64()])).toBe(true);
});

it("an issued secret with a suffix is unknown with another, and without", async () => {
  const secret = await issueSecret("session", [newer], ".a-b");
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}\.a-b$/);
  expect(await isIssued("session", secret, [newer])).toBe(true);
  for (const suffix of [".a-c", ".a-b.a-b", ""])
    expect(await isIssued("session", secret.replace(".a-b", suffix), [newer]), suffix).toBe(false);
});
