// The logo: what is taken, how it is served, and which public views show it.
import { exports } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { BASE_URL, call } from "../../support/api.ts";
import { moveClock, useStoppedClock } from "../../support/clock.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { readPublicIntent } from "../../support/intent-reads.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { END, header, LOGO, makeLogo, NO_PROFILE, PIXELS, pngOf, putLogo } from "../../support/logos.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";

useStoppedClock();

const hashOf = async (file: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", file)).toHex();
const urlOf = async (file: Uint8Array<ArrayBuffer>) => `${BASE_URL}/logo/${await hashOf(file)}.png`;
const fetchLogo = (url: string, headers = {}) => exports.default.fetch(url, { headers });
const settings = { time_zone: "UTC", return_schemes: [], ...NO_PROFILE };

describe("PUT and DELETE /settings/logo", () => {
  it("set the logo, replace it and remove it, and the trail says so", async ({ merchant }) => {
    const [first, second] = [makeLogo(1), makeLogo(2)];
    const put = await putLogo(merchant.token, first);
    expect([put.status, put.body]).toEqual([
      200,
      { success: true, settings: { ...settings, logo_url: await urlOf(first) } },
    ]);
    expect((await putLogo(merchant.token, second)).body.settings.logo_url).toBe(await urlOf(second));
    const { token } = merchant;
    const removed = await call("DELETE", LOGO, { token });
    expect([removed.status, removed.body]).toEqual([200, { success: true, settings }]);
    expect((await call("DELETE", LOGO, { token })).body).toEqual(removed.body);
    const trail = await call("GET", `${MERCHANT_API}/audit-trail?action=settings.changed`, { token });
    expect(trail.body.entries.map(({ details }: { details: string }) => details)).toEqual([
      "logo none",
      `logo ${await hashOf(second)}`,
      `logo ${await hashOf(first)}`,
    ]);
    for (const file of [first, second]) expect((await fetchLogo(await urlOf(file))).status).toBe(404);
  });

  it("refuse what is no logo, and say which rule it breaks", async ({ merchant: { token } }) => {
    const wide = pngOf(header({ width: 257 }), PIXELS, END);
    expectInvalid(await putLogo(token, wide), "logo", "must be at most 256 × 256 pixels");
    expectInvalid(
      await putLogo(token, new Uint8Array()),
      "logo",
      "must begin with the signature of a PNG file",
    );
    expectFailure(
      await putLogo(token, makeLogo(), "image/svg+xml"),
      415,
      "unsupported_media_type",
      "Content-Type must be image/png",
    );
    const large = pngOf(header(), ["IDAT", new Uint8Array(24 * 1024)], END);
    expectFailure(await putLogo(token, large), 413, "body_too_large", "the logo must be at most 24 KB");
    const json = await call("PUT", LOGO, { token, json: {} });
    expectFailure(json, 415, "unsupported_media_type", "Content-Type must be image/png");
  });
});

describe("GET /logo/{hash}.png", () => {
  it("returns the file to anyone, for good, and nothing that could run", async ({ merchant }) => {
    const file = makeLogo(5);
    const url = (await putLogo(merchant.token, file)).body.settings.logo_url;
    const response = await fetchLogo(url);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(file);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      etag: `"${await hashOf(file)}"`,
    });
    expect(headers["set-cookie"]).toBeUndefined();
    const again = await fetchLogo(url, { "If-None-Match": headers.etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("is not found for what is no logo", async () => {
    for (const name of ["0".repeat(64), "x", `${"0".repeat(63)}A`])
      expect((await fetchLogo(`${BASE_URL}/logo/${name}.png`)).status, name).toBe(404);
  });

  it("stays for a merchant whose logo is another's as well", async ({ merchant, other }) => {
    const url = (await putLogo(merchant.token, makeLogo(6))).body.settings.logo_url;
    await putLogo(other.token, makeLogo(6));
    await call("DELETE", LOGO, { token: merchant.token });
    expect((await fetchLogo(url)).status).toBe(200);
  });
});

describe("public views", () => {
  it("show the logo: intent, live socket and list of merchants", async ({ merchant }) => {
    const { id } = await makeIntent(merchant);
    const before = await readPublicIntent(id);
    expect(before.body.payment_intent.logo_url).toBe(null);
    const { logo_url } = (await putLogo(merchant.token, makeLogo(7))).body.settings;
    const after = await readPublicIntent(id);
    expect(after.body.payment_intent.logo_url).toBe(logo_url);
    expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
    const list = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
    expect(list.body.merchants).toContainEqual({
      id: merchant.id,
      business_name: expect.any(String),
      logo_url,
    });
  });

  it("notice within a minute what another isolate has changed", async ({ merchant }) => {
    const { id } = await makeIntent(merchant);
    const { logo_url } = (await putLogo(merchant.token, makeLogo(8))).body.settings;
    expect((await readPublicIntent(id)).body.payment_intent.logo_url).toBe(logo_url);
    await rowsOf(merchant.id).run("DELETE FROM merchant_logos WHERE merchant_id = ?", merchant.id);
    moveClock(59_000);
    expect((await readPublicIntent(id)).body.payment_intent.logo_url).toBe(logo_url);
    moveClock(2_000);
    expect((await readPublicIntent(id)).body.payment_intent.logo_url).toBe(null);
  });
});
