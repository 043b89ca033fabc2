// The keys for push messages, as operators make them. Runs in Node.
import { spawnSync } from "node:child_process";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { expect, it } from "vitest";
import { fromBase64Url, toBase64Url } from "#core/lib/base64url.ts";

const run = (...args: string[]) =>
  spawnSync(process.execPath, ["src/scripts/make-push-keys.ts", ...args], { encoding: "utf8" });

it("prints a pair of keys that belong together, as wrangler takes secrets", () => {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, ...others } = JSON.parse(run("mailto:me@shop.test").stdout);
  expect(others).toEqual({ VAPID_SUBJECT: "mailto:me@shop.test" });
  const point = fromBase64Url(VAPID_PUBLIC_KEY);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const text = Buffer.from("text");
  const signature = sign(
    "sha256",
    text,
    createPrivateKey({ key: { ...jwk, d: VAPID_PRIVATE_KEY }, format: "jwk" }),
  );
  expect(verify("sha256", text, createPublicKey({ key: jwk, format: "jwk" }), signature)).toBe(true);
});

it("says what it needs", () => {
  const { status, stdout, stderr } = run();
  expect([status, stdout, stderr]).toEqual([1, "", "Name a mailto: or https: address.\n"]);
});
