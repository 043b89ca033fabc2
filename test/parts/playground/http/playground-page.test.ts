// The page of the sandbox's playground, and the merchant that it opens on one's own machine.
import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { call, fetchToken, UUID } from "../../../support/api.ts";
import { readIntent } from "../../../support/intent-reads.ts";
import { makeIntent } from "../../../support/intents.ts";
import { INTENTS, MERCHANT_API } from "../../../support/paths.ts";
import { INBOX_URL } from "../../../support/playground.ts";
import { deps } from "../../../support/seeds.ts";

const config = deps.config as { publicUrl: string; environment: string };
const { publicUrl } = config;

afterEach(() => {
  config.publicUrl = publicUrl;
  config.environment = "sandbox";
});

const request = (method: string, path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(new URL(config.publicUrl).origin + path, { method, headers });
const openMerchant = () => request("POST", "/sandbox/merchants");

describe("GET /sandbox", () => {
  it("is a page in the reader's language, under a strict policy", async () => {
    const response = await request("GET", "/sandbox", { "Accept-Language": "de, en;q=0.5" });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toMatch(/^<!doctype html>\s*<html lang="de" dir="ltr">/);
    expect(text).toContain('<script type="module" src="/pages/stage.js">');
    expect(text).not.toMatch(/<script>|<style|\son\w+=/);
    const policy = response.headers.get("Content-Security-Policy");
    expect(policy).toMatch(/^default-src 'none';.*require-trusted-types-for 'script'; frame-src 'self'$/);
    expect(policy).not.toContain("unsafe");
    expect(await (await request("GET", "/sandbox?lang=ar")).text()).toContain('lang="ar" dir="rtl"');
  });

  it("may open a shop only on loopback", async () => {
    const isOffered = async () => (await (await request("GET", "/sandbox")).text()).includes("data-can-open");
    expect(await isOffered()).toBe(false);
    config.publicUrl = "http://localhost:8787";
    expect(await isOffered()).toBe(true);
  });
});

describe("POST /sandbox/merchants", () => {
  it.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"])(
    "opens a merchant without a token where the service is at %s",
    async (address) => {
      config.publicUrl = address;
      const response = await openMerchant();
      const body = await response.json<Record<string, string> & { merchant: Record<string, string> }>();
      config.publicUrl = publicUrl;
      expect(response.status).toBe(201);
      expect(body).toEqual({
        success: true,
        merchant_id: expect.stringMatching(UUID),
        business_name: "Bean & Leaf",
        counter_id: expect.stringMatching(UUID),
        webhook_secret: expect.stringMatching(/^whsec_/),
        setup_url: expect.stringMatching(/./),
        merchant: {
          client_id: `merchant-${body.merchant_id}`,
          client_secret: expect.stringMatching(/.{32}/),
        },
      });
      const { client_id = "", client_secret = "" } = body.merchant;
      const merchant = { token: await fetchToken(client_id, client_secret) };
      const settings = await call("GET", `${MERCHANT_API}/webhook`, { token: merchant.token });
      expect(settings.body.webhook).toMatchObject({
        url: INBOX_URL,
        events: expect.arrayContaining(["refund.completed"]),
      });
      const { id } = await makeIntent(merchant, { counter_id: body.counter_id });
      expect((await readIntent(merchant, id)).body.payment_intent.counter_id).toBe(body.counter_id);
    },
  );

  it.each([
    "https://payments.example.com",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://10.0.0.1:8787",
    "http://localhost@payments.example.com",
  ])("does not exist where the service is at %s", async (address) => {
    config.publicUrl = address;
    const response = await openMerchant();
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: "route_not_found" });
  });

  it("opens another merchant each time, which sees nothing of the first", async () => {
    config.publicUrl = "http://localhost:8787";
    const opened = [];
    for (let n = 0; n < 2; n++)
      opened.push(await (await openMerchant()).json<{ merchant: Record<string, string> }>());
    config.publicUrl = publicUrl;
    const tokens = await Promise.all(
      opened.map(({ merchant: { client_id = "", client_secret = "" } }) =>
        fetchToken(client_id, client_secret),
      ),
    );
    const { id } = await makeIntent({ token: tokens[0] ?? "" });
    expect((await call("GET", `${INTENTS}/${id}`, { token: tokens[1] ?? "" })).status).toBe(404);
  });
});
