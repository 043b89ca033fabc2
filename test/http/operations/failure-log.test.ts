// One line per failed request, which the request id leads to.
import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { failDatabase, muteLog } from "../../support/faults.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, TOKEN_PATH } from "../../support/paths.ts";

const ID = crypto.randomUUID();

/** What one request logs: `request_failed` lines only, without the request id, which must be the response's. */
async function failuresOf(method: string, path: string, options = {}) {
  const lines = muteLog();
  const { headers } = await call(method, path, options);
  const failures = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request_failed");
  return failures.map(({ event, request_id, ...fields }) => {
    expect(request_id).toBe(headers.get("X-Request-Id"));
    return fields;
  });
}

it("names the status, the code, the route's pattern and the client", async () => {
  const { token, clientId } = await makeMerchant();
  expect(await failuresOf("GET", `${INTENTS}/${ID}`, { token })).toEqual([
    {
      level: "warn",
      status: 404,
      code: "payment_intent_not_found",
      method: "GET",
      route: `${INTENTS}/:intentID`,
      client_id: clientId,
    },
  ]);
});

it("names no customer, whose client id contains what counters scan", async () => {
  const { token } = await makeWallet();
  const [failure] = await failuresOf("GET", INTENTS, { token });
  expect(failure).toMatchObject({ status: 403, code: "forbidden", client_id: "customer" });
});

it.each([
  ["without a token", "GET", `${INTENTS}?reference=a-secret`, 401, "unauthorized", INTENTS],
  ["to an unknown path", "GET", "/a-secret/path", 404, "route_not_found", "/*"],
  ["with a wrong method", "DELETE", `${MERCHANT_API}/register`, 405, "method_not_allowed", "/*"],
])("is one short line for a request %s", async (_, method, path, status, code, route) => {
  expect(await failuresOf(method, path)).toEqual([
    { level: "warn", status, code, method, route, client_id: "none" },
  ]);
});

it("has OAuth's code for a token request that failed", async () => {
  const lines = muteLog();
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "x", client_secret: "y" });
  const response = await exports.default.fetch(`http://payments.test${TOKEN_PATH}`, { method: "POST", body });
  const failures = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request_failed");
  expect(failures).toEqual([
    {
      level: "warn",
      event: "request_failed",
      status: 401,
      code: "invalid_client",
      method: "POST",
      route: TOKEN_PATH,
      client_id: "none",
      request_id: response.headers.get("X-Request-Id"),
    },
  ]);
  expect(await response.json()).toMatchObject({ error: "invalid_client" });
});

it("has the error and its stack when nothing planned for it", async () => {
  const { token, clientId } = await makeMerchant();
  failDatabase(/payment_intents/);
  const [failure, ...more] = await failuresOf("GET", INTENTS, { token });
  expect(more).toEqual([]);
  expect(failure).toMatchObject({ level: "error", status: 500, code: "internal_error", client_id: clientId });
  expect(failure.error).toContain("Network connection lost");
  expect(failure.stack.join("\n")).toContain("src/core/db/payment-intents/intent-list.ts");
});

it("is not there for a request that succeeded or was revalidated", async () => {
  const { token } = await makeMerchant();
  const { body } = await call("POST", INTENTS, { token, json: { amount: 1 } });
  const path = `${INTENTS}/${body.payment_intent.id}`;
  const { headers } = await call("GET", path, { token });
  const etag = headers.get("ETag") ?? "";
  expect(await failuresOf("GET", path, { token, headers: { "If-None-Match": etag } })).toEqual([]);
  expect(await failuresOf("GET", path, { token })).toEqual([]);
});
