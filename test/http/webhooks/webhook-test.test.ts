import { describe, expect, it } from "vitest";
import { ISO_TIME, UUID } from "../../support/api.ts";
import { moveClock, useStoppedClock } from "../../support/clock.ts";
import { COUNTERS } from "../../support/counters.ts";
import { callAs, deliveryRows, readHealth } from "../../support/deliveries.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { useQueues } from "../../support/queues.ts";
import { isSignedWith, useReceiver } from "../../support/receiver.ts";
import { rowsOf } from "../../support/rows.ts";
import { seedShop } from "../../support/seeded-deliveries.ts";
import { seedCounter, seedMerchant } from "../../support/seeds.ts";

const TEST = `${MERCHANT_API}/webhook/test`;
const TILL = "https://till.test/it's?a=1&b=$HOME";

const queues = useQueues();
useMutedLog();
const receiver = useReceiver();
useStoppedClock();

/** Both operations are here, each set up with an address. */
const OPERATIONS = [
  [
    "POST /merchant/api/v1/webhook/test",
    async () => {
      const { merchant, url } = await seedShop();
      return { merchantId: merchant.id, path: TEST, url, secret: merchant.secret };
    },
  ],
  [
    "POST /merchant/api/v1/counters/{counterID}/test-webhook",
    async () => {
      const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
      const { id, secret } = await seedCounter(merchant.id, { webhookUrl: TILL });
      return { merchantId: merchant.id, path: `${COUNTERS}/${id}/test-webhook`, url: TILL, secret };
    },
  ],
] as const;

describe.each(OPERATIONS)("%s", (_, set) => {
  it("sends one signed ping and returns 200 with all its details", async () => {
    const { merchantId, path, url, secret } = await set();
    receiver.response = async () => {
      moveClock(120);
      return new Response("thanks", { status: 202 });
    };

    const { status, body } = await callAs(merchantId, "POST", path);

    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        test: {
          url,
          delivered: true,
          status: 202,
          latency_ms: 120,
          error: null,
          response: "thanks",
          signed_content: `${request?.headers["webhook-id"]}.${request?.headers["webhook-timestamp"]}.${request?.body}`,
          headers: request?.headers,
          curl: expect.stringMatching(/^curl /),
        },
      },
    });
    expect(request?.url).toBe(url);
    expect(request?.headers["webhook-id"]).toMatch(UUID);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      type: "ping",
      timestamp: expect.stringMatching(ISO_TIME),
      environment: "sandbox",
      data: { message: expect.stringMatching(/./) },
    });
    expect(isSignedWith(secret, request)).toBe(true);
  });

  it("returns a curl line that sends the same request", async () => {
    const { merchantId, path, url, secret } = await set();
    const { body } = await callAs(merchantId, "POST", path);
    const [sent] = receiver.requests;

    const request = parseCurl(body.test.curl);

    expect(request).toEqual({ method: "POST", url, headers: sent?.headers, body: sent?.body });
    expect(isSignedWith(secret, { ...request, init: {} })).toBe(true);
  });

  it.each([
    ["500", () => new Response("no", { status: 500 }), 500, "responded with 500", "no"],
    ["301", () => Response.redirect("https://elsewhere.test/", 301), 301, "responded with 301", ""],
    [
      "nothing in time",
      () => Promise.reject(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
      null,
      "TimeoutError: The operation was aborted due to timeout",
      null,
    ],
  ])(
    "returns 200 with delivered false when the endpoint returns %s",
    async (_name, behaviour, status, error, response) => {
      const { merchantId, path } = await set();
      receiver.response = behaviour;
      const result = await callAs(merchantId, "POST", path);
      expect(result.status).toBe(200);
      expect(result.body.test).toMatchObject({ delivered: false, status, error, response });
    },
  );

  it("that fails changes no health counter, writes no row and queues nothing", async () => {
    const { merchantId, path } = await set();
    receiver.response = () => new Response("no", { status: 500 });
    for (let time = 0; time < 21; time++) await callAs(merchantId, "POST", path);
    const endpoints = await rowsOf(merchantId).value(
      "SELECT count(*) AS n FROM webhook_endpoints WHERE merchant_id = ?",
      merchantId,
    );
    expect(endpoints).toBe(0);
    expect(await readHealth(merchantId)).toMatchObject({ status: "healthy", consecutive_failures: 0 });
    expect(await deliveryRows(merchantId)).toEqual([]);
    expect(queues.webhooks).toEqual([]);
  });
});

describe("POST /merchant/api/v1/webhook/test", () => {
  it("returns 409 without an address, and sends nothing", async () => {
    const response = await callAs((await seedMerchant()).id, "POST", TEST);
    expectFailure(response, 409, "no_webhook_url", "no webhook address is set");
    expect(receiver.requests).toEqual([]);
  });

  it("signs with both secrets during a rotation's grace period", async () => {
    const { merchant } = await seedShop();
    const path = `${MERCHANT_API}/webhook/rotate-secret`;
    const { body } = await callAs(merchant.id, "POST", path, { grace_period_seconds: 60 });
    await callAs(merchant.id, "POST", TEST);
    for (const secret of [merchant.secret, body.webhook_secret])
      expect(isSignedWith(secret, receiver.requests[0])).toBe(true);
  });
});

describe("POST /merchant/api/v1/counters/{counterID}/test-webhook", () => {
  it("returns 409 for a counter without an address of its own", async () => {
    const { merchant } = await seedShop();
    const { id } = await seedCounter(merchant.id);
    const response = await callAs(merchant.id, "POST", `${COUNTERS}/${id}/test-webhook`);
    expectFailure(response, 409, "no_webhook_url", "no webhook address is set");
  });
});

/** Words are separated by blanks; single quotes make everything between them literal. */
function splitWords(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (isQuoted) {
      if (character === "'") isQuoted = false;
      else word += character;
    } else if (character === "'") isQuoted = true;
    else if (character === "\\") word += line[++at] ?? "";
    else if (character === " ") {
      if (word !== "") words.push(word);
      word = "";
    } else if (/[$`"&|;<>()*?#~]/.test(character)) throw new Error(`the shell would act on ${character}`);
    else word += character;
  }
  if (isQuoted) throw new Error("a quote is open");
  return word === "" ? words : [...words, word];
}

function parseCurl(line: string) {
  const request = { method: "GET", url: "", headers: {} as Record<string, string>, body: "" };
  const words = splitWords(line);
  if (words.shift() !== "curl") throw new Error("no curl line");
  while (words.length > 0) {
    const word = words.shift() ?? "";
    if (word === "-i") continue;
    if (!word.startsWith("-")) request.url = word;
    else if (word === "-X") request.method = words.shift() ?? "";
    else if (word === "--data-raw") request.body = words.shift() ?? "";
    else if (word === "-H") {
      const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(words.shift() ?? "") ?? [];
      request.headers[name] = value;
    } else throw new Error(`unknown flag ${word}`);
  }
  return request;
}
