import { demand } from "../demand.ts";
import type { Ask, Reply } from "../exchange.ts";
import type { Pair } from "../pair.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";

const AMOUNTS: unknown[] = ["0", "0.00", "-1.00", "1.0001", "1,00", "one", "", " 1.00", "1e2", null, {}];
const FIELDS = ["transaction_type", "from_account_id", "to_account_id", "amount", "currency"];
const WRONG_FIELDS = [{ transaction_type: "gift" }, { currency: "???" }, { from_account_id: 7 }];
const TEXTS = ["", "{", "[]", "null", '"text"'];

export const MALFORMED: Requirement[] = [
  {
    id: "malformed.amount",
    text: "An amount that is none, is not above zero, or has too many decimals gets 4xx",
    check: (scene) =>
      demandRefused(
        scene,
        AMOUNTS.map((amount) => [`amount ${JSON.stringify(amount)}`, { amount }]),
      ),
  },
  {
    id: "malformed.fields",
    text: "A transfer with a missing or a wrong field gets 4xx",
    check: (scene) =>
      demandRefused(scene, [
        ...FIELDS.map((field) => [`no ${field}`, { [field]: undefined }] as const),
        ...WRONG_FIELDS.map((fields) => [JSON.stringify(fields), fields] as const),
      ]),
  },
  {
    id: "malformed.json",
    text: "A body that is no JSON object gets 4xx",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      for (const text of TEXTS) {
        const reply = await ledger.send(pair.payment(100), { text });
        demandClientError(reply, `the body ${JSON.stringify(text)}`);
      }
    },
  },
  {
    id: "malformed.key",
    text: "A transfer without an idempotency key gets 4xx, and moves nothing",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const before = await pair.holdings();
      const { body } = pair.payment(100);
      demandClientError(await ledger.call("POST", "/v1/transactions", { body }), "no Idempotency-Key");
      await pair.demandMoved(before, 0, "after a 4xx");
    },
  },
];

async function demandRefused(
  { ledger, accounts }: Scene,
  cases: readonly (readonly [string, object])[],
): Promise<void> {
  const pair: Pair = await accounts.pair(1000);
  const before = await pair.holdings();
  for (const [what, fields] of cases) {
    const { key, body } = pair.payment(100);
    const ask: Ask = { key, body: { ...body, ...fields } };
    demandClientError(await ledger.call("POST", "/v1/transactions", ask), what);
  }
  await pair.demandMoved(before, 0, "after a 4xx");
}

/** A conflict, a temporary error or a wrong token is another matter. */
function demandClientError({ status }: Reply, what: string): void {
  const isRefused = status >= 400 && status < 500 && ![401, 408, 409, 425, 429].includes(status);
  demand(isRefused, `4xx for ${what}`, status);
}
