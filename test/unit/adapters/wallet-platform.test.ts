import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createWalletPlatform } from "#core/adapters/wallet-platform.ts";
import { handleWalletEvent } from "#core/services/wallet/wallet-events.ts";
import { dependenciesFor } from "#main/composition.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { LIVE_VARIABLES } from "../../support/live-variables.ts";
import { useReceiver } from "../../support/receiver.ts";
import { deps } from "../../support/seeds.ts";

const SECRET = "whsec_d2FsbGV0LWV2ZW50cy1zZWNyZXQtb2YtMzItYnl0ZXM=";
const TARGET = { url: "https://wallet.test/events", secrets: [SECRET] };

const platform = createWalletPlatform(TARGET, Date.now);

const receiver = useReceiver();

function message(walletId: string = crypto.randomUUID()) {
  return { id: crypto.randomUUID(), walletId, cloudEvent: '{"specversion":"1.0", "data":{"name":"Zoë"}}' };
}

const WITH_PLATFORM = { ...env, WALLET_EVENTS_URL: TARGET.url, WALLET_EVENTS_SECRET: SECRET } as Env;
const LIVE = { ...WITH_PLATFORM, ...LIVE_VARIABLES } as Env;

describe("createWalletPlatform", () => {
  it("posts the event unchanged as structured CloudEvents JSON", async () => {
    const sent = message();
    await platform.receive(sent);
    expect(receiver.requests).toMatchObject([
      {
        url: TARGET.url,
        body: sent.cloudEvent,
        init: { method: "POST", redirect: "manual" },
        headers: { "content-type": "application/cloudevents+json", "webhook-id": sent.id },
      },
    ]);
  });

  it("signs under both secrets while one replaces the other", async () => {
    const next = "whsec_bmV4dC13YWxsZXQtZXZlbnRzLXNlY3JldC0zMi1ieXRlcw==";
    await createWalletPlatform({ ...TARGET, secrets: [next, SECRET] }, Date.now).receive(message());
    const [request] = receiver.requests;
    for (const secret of [next, SECRET]) {
      expect(() => new Webhook(secret).verify(request?.body ?? "", request?.headers ?? {})).not.toThrow();
    }
  });

  it("times out when the response takes too long", async () => {
    await platform.receive(message());
    expect(receiver.requests[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });

  it.each([[200], [202], [204]])("treats %d as success", async (status) => {
    receiver.response = () => new Response(null, { status });
    await platform.receive(message());
  });

  it.each([[301], [400], [401], [410], [429], [500], [503]])("throws at %d", async (status) => {
    receiver.response = () => new Response("secret details", { status });
    await expect(platform.receive(message())).rejects.toThrow(`the wallet platform responded with ${status}`);
  });

  it("throws when the network fails", async () => {
    receiver.response = () => {
      throw new TypeError("Network connection lost.");
    };
    await expect(platform.receive(message())).rejects.toThrow("Network connection lost.");
  });
});

describe("handleWalletEvent", () => {
  it("forwards only when an address is configured", async () => {
    await handleWalletEvent(deps, message(), 1);
    expect(receiver.requests).toEqual([]);
    const sent = message();
    await handleWalletEvent(sandboxDependenciesFor(WITH_PLATFORM), sent, 1);
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual([sent.id]);
  });

  it("in live stores nothing for the embedded wallet and still forwards", async () => {
    const sent = message();
    await handleWalletEvent(dependenciesFor(LIVE), sent, 1);
    expect(receiver.requests).toHaveLength(1);
    const kept = await env.DB.prepare("SELECT count(*) AS kept FROM wallet_events WHERE wallet_id = ?")
      .bind(sent.walletId)
      .first("kept");
    expect(kept).toBe(0);
  });

  it("fails when forwarding fails, so that the queue retries the message", async () => {
    receiver.response = () => new Response(null, { status: 503 });
    await expect(handleWalletEvent(sandboxDependenciesFor(WITH_PLATFORM), message(), 1)).rejects.toThrow(
      "503",
    );
  });
});
