// What operators are told, by the sweep, of webhooks that do not arrive.

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createOperatorAlerts } from "#core/adapters/operator-alerts.ts";
import type { OperatorAlert } from "#core/domain/ports/operator-alerts.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { sweepOperatorAlerts } from "#parts/operations/services/operator-alerts.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { UUID } from "../../../support/api.ts";
import { MINUTE, moveClock } from "../../../support/clock.ts";
import { muteLog } from "../../../support/faults.ts";
import { runSweep } from "../../../support/queues.ts";
import { type Receiver, startReceiver } from "../../../support/receiver.ts";
import { rowsOf, sharedRows } from "../../../support/rows.ts";
import { seedDegraded } from "../../../support/seeded-deliveries.ts";
import { seedMerchant } from "../../../support/seeds.ts";

const ALERT_URL = "https://mail.example.com/alerts?key=secret";
const ENDPOINT = "https://shop.test/hook?token=secret";

let receiver: Receiver;

beforeEach(async () => {
  await sharedRows.run("DELETE FROM webhook_endpoints");
  await sharedRows.run("DELETE FROM operator_alerts");
  await sharedRows.run("DELETE FROM sweep_positions");
  moveClock(0);
  receiver = startReceiver();
});

async function sweepTo(operatorAlertUrl: string, change: object = {}): Promise<void> {
  const deps = sandboxDependenciesFor(env);
  const config = { ...deps.config, operatorAlertUrl, webhooks: { ...deps.config.webhooks, ...change } };
  const operatorAlerts = createOperatorAlerts(operatorAlertUrl);
  await sweepOperatorAlerts(beginSweep({ ...deps, config, operatorAlerts }));
}

type EndpointAlert = Extract<OperatorAlert, { type: `webhooks.${string}` }>;

/** One run of this part of the sweep. Returns what operators were sent. */
async function alerts(): Promise<EndpointAlert[]> {
  receiver.requests.splice(0);
  await sweepTo(ALERT_URL);
  return receiver.requests.map(({ body }) => JSON.parse(body));
}

async function degrade(url = ENDPOINT) {
  const merchant = await seedMerchant({});
  await seedDegraded(merchant.id, url);
  return merchant;
}

const recover = () => sharedRows.run("UPDATE webhook_endpoints SET failures = 0, degraded_since = NULL");

describe("operators", () => {
  it("are told once that an endpoint fails, and once that it has recovered", async () => {
    const merchant = await degrade();
    const failing_since = new Date(Date.now() - 10 * MINUTE).toISOString();
    const data = {
      merchant_id: merchant.id,
      business_name: "Bean & Leaf",
      endpoint: "https://shop.test",
      failing_since,
      consecutive_failures: 20,
    };
    const id = expect.stringMatching(UUID);
    expect(await alerts()).toEqual([
      { id, type: "webhooks.failing", timestamp: new Date().toISOString(), data },
    ]);
    const [request] = receiver.requests;
    expect([request?.url, request?.init.method, request?.init.redirect]).toEqual([
      ALERT_URL,
      "POST",
      "manual",
    ]);
    expect(request?.headers).toMatchObject({ "content-type": "application/json" });
    expect(await alerts()).toEqual([]);

    moveClock(MINUTE);
    await recover();
    expect(await alerts()).toEqual([
      {
        id,
        type: "webhooks.recovered",
        timestamp: new Date().toISOString(),
        data: { ...data, consecutive_failures: 0 },
      },
    ]);
    expect(await alerts()).toEqual([]);
    await sharedRows.run("DELETE FROM webhook_endpoints");
    expect(await alerts()).toEqual([]);
  });

  it("are told of a host whose row is gone that it has recovered", async () => {
    await degrade();
    await alerts();
    await sharedRows.run("DELETE FROM webhook_endpoints");
    expect((await alerts()).map(({ type }) => type)).toEqual(["webhooks.recovered"]);
  });

  it("are not told of a few failures", async () => {
    const merchant = await degrade();
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET failures = 19, degraded_since = NULL WHERE merchant_id = ?",
      merchant.id,
    );
    expect(await alerts()).toEqual([]);
  });

  it.each<[string, Receiver["response"]]>([
    ["refuses", () => new Response("no", { status: 500 })],
    ["redirects", () => new Response(null, { status: 302, headers: { Location: "https://evil.test" } })],
    ["does not respond", () => Promise.reject(new Error("connection lost"))],
  ])("are told by a later sweep, under the same id, when their address %s", async (_, response) => {
    const log = muteLog();
    await degrade();
    receiver.response = response;
    const [first] = await alerts();
    expect(log.join()).toContain("operator_alert_failed");
    expect(log.join()).not.toContain("key=secret");
    receiver.response = () => new Response("ok");
    const [second] = await alerts();
    expect(second).toEqual(first);
    expect(await alerts()).toEqual([]);
  });

  it("get at most twenty alerts in a run, and the rest in later ones", async () => {
    const merchant = await seedMerchant({});
    const hosts = Array.from({ length: 130 }, (_, index) => `https://shop-${index}.test`);
    await Promise.all(hosts.map((host) => seedDegraded(merchant.id, host)));
    const told: string[] = [];
    const runs: number[] = [];
    for (let minute = 0; minute < 9; minute++) {
      const sent = await alerts();
      runs.push(sent.length);
      told.push(...sent.map(({ data }) => data.endpoint));
    }
    expect(Math.max(...runs)).toBe(20);
    expect(told.toSorted()).toEqual(hosts.toSorted());
  });

  it("are told of all other hosts while their address refuses some alerts for ever", async () => {
    muteLog();
    const merchant = await seedMerchant({});
    const hosts = Array.from({ length: 130 }, (_, index) => `https://shop-${1_000 + index}.test`);
    await Promise.all(hosts.map((host) => seedDegraded(merchant.id, host)));
    const isRefused = (endpoint: string) => endpoint < "https://shop-1030";
    receiver.response = ({ body }) => {
      const { data }: EndpointAlert = JSON.parse(body);
      return new Response(null, { status: isRefused(data.endpoint) ? 422 : 200 });
    };
    for (let minute = 0; minute < 9; minute++) await alerts();
    const results = await sharedRows.all("SELECT origin FROM operator_alerts ORDER BY origin");
    expect(results.map(({ origin }) => origin)).toEqual(hosts.filter((host) => !isRefused(host)));
  });

  it("are sent nothing at an address that leads back to the service", async () => {
    const log = muteLog();
    await degrade();
    const refused = { allowPrivate: false, ownHosts: ["mail.example.net"] };
    await sweepTo("https://mail.example.net/alerts", refused);
    expect(receiver.requests).toEqual([]);
    expect(log.join()).toContain("must not lead back to this service");
  });

  it("cost the sweep nothing where there is no address", async () => {
    await degrade();
    const prepare = vi.spyOn(env.DB, "prepare");
    await runSweep();
    expect(prepare.mock.calls.flat().filter((text) => text.includes("operator_alerts"))).toEqual([]);
  });
});
