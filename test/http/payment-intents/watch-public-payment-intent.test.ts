import { describe, expect } from "vitest";
import { SOCKETS_MAX } from "#core/durable/live-sockets.ts";
import { call } from "../../support/api.ts";
import { expectIntentNotFound } from "../../support/error-responses.ts";
import { failDatabase, muteLog } from "../../support/faults.ts";
import { readPublicIntent } from "../../support/intent-reads.ts";
import { cancel, confirm, makeIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { livePath, requestUpgrade, UPGRADE, untilClosed, viewsOf, watch } from "../../support/live.ts";
import { NOTHING_STORED, stored } from "../../support/objects.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { UNKNOWN_ID } from "../../support/paths.ts";
import {
  expectLimited,
  fromAddress,
  newAddress,
  startService,
  statusesOf,
  withinOneMinute,
} from "../../support/rate-limits.ts";
import { suspend } from "../../support/stops.ts";

const view = async (id: string) => (await readPublicIntent(id)).body.payment_intent;
/** The message as a read would respond it. */
const bodyOf = (message: string) => message.replace(/,"server_time":"[^"]+"\}$/, "}");

describe("GET /merchant/api/v1/public/payment-intents/{intentID}/live", () => {
  it("sends exactly the public view at once, and again when the intent is paid, with the time", async ({
    merchant,
  }) => {
    const { id } = await makeIntent(merchant, { reference: "secret", metadata: { secret: true } });
    const open = await readPublicIntent(id);
    const begunAt = Date.now();
    const watcher = await watch(id);
    expect(watcher.received.map(bodyOf)).toEqual([open.text]);

    await confirm(await makeWallet(), id);

    await untilClosed(watcher);
    expect(watcher.received.map(bodyOf)).toEqual([open.text, (await readPublicIntent(id)).text]);
    const [first = 0, last = 0] = watcher.received.map((text) => Date.parse(JSON.parse(text).server_time));
    expect([first >= begunAt, last >= first, last <= Date.now()]).toEqual([true, true, true]);
    expect(viewsOf(watcher)).toMatchObject([{ status: "pending" }, { status: "completed" }]);
    expect(watcher.closed).toEqual({ code: 1000, reason: "completed" });
  });

  it("tells up to 32 who wait, and refuses more", async ({ merchant, intent }) => {
    const { id } = intent;
    const watchers = await Promise.all(Array.from({ length: 32 }, () => watch(id)));
    expect(SOCKETS_MAX).toBe(32);
    const refused = await requestUpgrade(id);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(await refused.json()).toMatchObject({ code: "too_many_watchers" });

    await cancel(merchant, id);

    for (const watcher of watchers) {
      await untilClosed(watcher);
      expect(viewsOf(watcher).map(({ status }) => status)).toEqual(["pending", "cancelled"]);
      expect(watcher.closed).toEqual({ code: 1000, reason: "cancelled" });
    }
  });

  it.each([[], [1000, "seen enough"], [4000]] as [number?, string?][])(
    "has room again when someone leaves with %j, %j",
    async (...closing) => {
      const { id } = await makeIntent(await makeMerchant());
      const [leaver] = await Promise.all([watch(id), ...Array.from({ length: 31 }, () => watch(id))]);
      expect((await requestUpgrade(id)).status).toBe(429);
      leaver.socket.close(...closing);
      await untilClosed(leaver);
      expect(leaver.closed?.code).toBe(1000);
      expect((await watch(id)).closed).toBeNull();
    },
  );

  it("sends the view of a closed intent, and closes", async ({ merchant, paid }) => {
    const { id } = paid;
    await refund(merchant, id);
    const watcher = await watch(id);
    await untilClosed(watcher);
    expect(viewsOf(watcher)).toEqual([await view(id)]);
    expect(watcher.closed?.code).toBe(1000);
  });

  it("shows that a suspended merchant's intent is not payable, as a read does", async ({
    merchant,
    intent,
  }) => {
    const { id } = intent;
    await suspend(merchant);
    const watcher = await watch(id);
    expect(viewsOf(watcher)).toEqual([await view(id)]);
    expect(viewsOf(watcher)[0]).toMatchObject({ status: "pending", is_payable: false, qr_data: null });
  });

  it("stores nothing", async () => {
    const { id } = await makeIntent(await makeMerchant());
    await watch(id);
    expect(await stored(id)).toEqual(NOTHING_STORED);
  });

  it.each([UNKNOWN_ID, "abc", "0"])("returns 404 for the id %s", async (id) => {
    const response = await requestUpgrade(id);
    const { status, headers } = response;
    const text = await response.text();
    expectIntentNotFound({ status, headers, text, body: JSON.parse(text) });
  });

  it.each([{}, { Upgrade: "h2c" }])("returns 426 without an upgrade to a WebSocket: %j", async (headers) => {
    const { id } = await makeIntent(await makeMerchant());
    const response = await call("GET", livePath(id), { headers });
    expect([response.status, response.headers.get("Upgrade")]).toEqual([426, "websocket"]);
    expect(response.body).toMatchObject({ code: "upgrade_required" });
  });

  it("returns 503 when the intent cannot be read", async () => {
    const { id } = await makeIntent(await makeMerchant());
    muteLog();
    failDatabase(/payment_intents/);
    const response = await requestUpgrade(id);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "payment_intent_unavailable" });
  });

  it("counts as a public read", async () => {
    const send = startService();
    await withinOneMinute(async () => {
      const { id } = await makeIntent(await makeMerchant());
      const address = newAddress();
      const watching = () => send(livePath(id), fromAddress(address, UPGRADE));
      const poll = () => send(livePath(id).replace("/live", ""), fromAddress(address));
      expect(await statusesOf(60, poll)).toEqual(Array(60).fill(200));
      expect(new Set(await statusesOf(60, watching))).toEqual(new Set([101, 429]));
      await expectLimited(await watching());
      await expectLimited(await poll());
    });
  });
});
