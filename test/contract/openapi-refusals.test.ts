// Refusals of each kind against the document: `ask` fails on a status or a field that it does not know.
import { beforeAll, describe, expect, it } from "vitest";
import { type Actors, makeActors } from "../support/actors.ts";
import { useMutedLog } from "../support/faults.ts";
import { ask } from "../support/openapi.ts";
import { MERCHANT_API as API, UNKNOWN_ID as NOBODY } from "../support/paths.ts";

describe("the refusals of the service", () => {
  let actors: Actors;

  useMutedLog();
  beforeAll(async () => {
    actors = await makeActors();
  });

  const bodyOf = (json: unknown) => (json === undefined ? {} : { json });
  const asMerchant = (route: string, json?: unknown, headers?: Record<string, string>) =>
    ask(route, { token: actors.merchant.token, ...bodyOf(json), ...(headers && { headers }) });
  const asAdmin = (route: string, json?: unknown) => ask(route, { token: actors.admin, ...bodyOf(json) });
  const asWallet = (route: string) => ask(route, { token: actors.wallet.token });

  async function create(fields: object = {}): Promise<string> {
    const created = await asMerchant(`POST ${API}/payment-intents`, { amount: 12.5, ...fields });
    return created.body.payment_intent.id;
  }

  it("are as the document says", async () => {
    const intents = `${API}/payment-intents`;
    const id = await create();
    const euros = await create({ currency: "EUR" });
    const key = { "Idempotency-Key": crypto.randomUUID() };
    await asMerchant(`POST ${intents}`, { amount: 1 }, key);
    const { token } = actors.merchant;
    const confirm = `POST /wallet/api/v1/payment-intents/${id}/confirm`;
    const statuses = [
      await asMerchant(`POST ${intents}`, { amount: 0 }),
      await asMerchant(`POST ${intents}`, { amount: 1 }, { "Idempotency-Key": "no key" }),
      await asMerchant(`POST ${intents}`, { amount: 2 }, key),
      await ask(`POST ${intents}`, { token, text: "{", headers: { "Content-Type": "application/json" } }),
      await ask(`POST ${intents}`, { token, text: "amount=1", headers: { "Content-Type": "text/plain" } }),
      await asMerchant(`POST ${intents}`, { amount: 1, description: "x".repeat(65 * 1024) }),
      await ask(`POST ${intents}`, { json: { amount: 1 } }),
      await asAdmin(`POST ${intents}`, { amount: 1 }),
      await asMerchant(`GET ${intents}?limit=101`),
      await asMerchant(`GET ${intents}/${NOBODY}`),
      await ask(confirm, { token: actors.poor.token }),
      await asMerchant(confirm),
      await asWallet(`POST /wallet/api/v1/payment-intents/${euros}/confirm`),
      await asMerchant(`POST ${intents}/${id}/refund`),
      await asMerchant(`POST ${intents}/${id}/cancel`),
      await asMerchant(`POST ${intents}/${id}/cancel`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([
      400, 400, 422, 400, 415, 413, 401, 403, 400, 404, 402, 403, 422, 400, 200, 400,
    ]);
  });
});
