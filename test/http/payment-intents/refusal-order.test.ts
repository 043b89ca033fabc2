// Which refusal wins: what an administrator has stopped of a caller comes before its request's faults, and those before what its
// intent has become, although only the intent's object reads the former.
import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { makeMerchant, makeWallet, type TestMerchant, type TestWallet } from "../../support/parties.ts";
import { INTENTS, WALLET_API } from "../../support/paths.ts";
import { deps, seedIntent } from "../../support/seeds.ts";
import { pull } from "../../support/stops.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

interface Shop {
  merchant: TestMerchant;
  token: string;
  wallet: TestWallet;
}

const KEY = { "Idempotency-Key": "refund-1" };

/** What the path names. */
const NAMED: Record<string, (shop: Shop) => Promise<string>> = {
  malformed: async () => "no-id",
  unknown: async () => crypto.randomUUID(),
  foreign: async (shop) => (await seedIntent(crypto.randomUUID(), paidBy(shop))).id,
  open: async ({ merchant }) => (await seedIntent(merchant.id)).id,
  overdue: async ({ merchant }) => (await seedIntent(merchant.id, { createdAt: 0, expiresAt: 1 })).id,
  paid: async (shop) => (await seedIntent(shop.merchant.id, paidBy(shop))).id,
  async refunded(shop) {
    const { id } = await seedIntent(shop.merchant.id, paidBy(shop));
    expect((await send(shop, "refund", id)).status).toBe(200);
    return id;
  },
};
const NAMES = Object.keys(NAMED);

function paidBy({ wallet }: Shop) {
  return { status: "completed", completedBy: wallet.id, completedAt: Date.now() } as const;
}

function send({ token, wallet }: Shop, action: string, id: string, fault = {}) {
  if (action === "confirm")
    return call("POST", `${WALLET_API}/payment-intents/${id}/confirm`, { token: wallet.token });
  return call("POST", `${INTENTS}/${id}/${action}`, { token, headers: KEY, ...fault });
}

const NOT_FOUND = "404 payment_intent_not_found";
const UNSEEN = { malformed: NOT_FOUND, unknown: NOT_FOUND, foreign: NOT_FOUND };
const all = (refusal: string) => Object.fromEntries(NAMES.map((name) => [name, refusal]));
const UNSTOPPED: Record<string, Record<string, string>> = {
  cancel: { ...all("400 not_pending"), ...UNSEEN, open: "200" },
  withdraw: { ...all("409 not_awaiting_approval"), ...UNSEEN },
  refund: { ...all("400 not_completed"), ...UNSEEN, paid: "200", refunded: "200" },
  confirm: { ...all("200"), ...UNSEEN, foreign: "200", overdue: "410 expired" },
};
const everywhere = (refusal: string) => ({
  cancel: all(refusal),
  withdraw: all(refusal),
  refund: all(refusal),
});
const reason = "Fraud";

/** Who calls, what is stopped once the intents are made, what that changes, and what a faulty request gets. */
const STOPS: [string, (shop: Shop) => Promise<unknown>, typeof UNSTOPPED, string][] = [
  ["nothing is stopped", async () => {}, {}, "400 invalid_request"],
  [
    "the merchant is suspended",
    ({ merchant }) => pull(merchant.id, "suspend", { reason }),
    { ...everywhere("403 merchant_suspended"), confirm: { ...UNSTOPPED.confirm, open: "409 not_payable" } },
    "403 merchant_suspended",
  ],
  [
    "refunds are stopped",
    ({ merchant }) => pull(merchant.id, "stop-refunds", { reason }),
    { refund: { ...UNSTOPPED.refund, paid: "403 refunds_stopped" } },
    "400 invalid_request",
  ],
  [
    "the user is disabled",
    ({ merchant }) => pull(merchant.id, "disable-user", { email: merchant.email, reason }),
    everywhere("401 unauthorized"),
    "401 unauthorized",
  ],
  [
    "the user is no owner",
    async (shop) => {
      shop.token = await merchantToken(shop.merchant.id, withRoles("merchant"));
    },
    { refund: all("403 owner_required") },
    "403 owner_required",
  ],
];

describe.each(STOPS)("while %s", (_, stop, changed, faulty) => {
  it("each command is refused for the same as ever", async () => {
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    await deps.sandboxLedger?.openAccount(merchant.id, "USD", 1_000_00);
    const shop = { merchant, wallet, token: (await ownerOf(merchant)).token };
    const rows: [string, string, string][] = [];
    for (const action of Object.keys(UNSTOPPED))
      for (const name of NAMES) rows.push([action, name, (await NAMED[name]?.(shop)) ?? ""]);
    await stop(shop);
    const shown = async (action: string, id: string, fault = {}) => {
      const { status, body } = await send(shop, action, id, fault);
      return [status, body.code].join(" ").trim();
    };
    const responses: Record<string, Record<string, string>> = {};
    for (const [action, name, id] of rows)
      responses[action] = { ...responses[action], [name]: await shown(action, id) };
    expect(responses).toEqual({ ...UNSTOPPED, ...changed });
    const faults = [{ json: { amount: 1 } }, { headers: { "Idempotency-Key": "two words" } }];
    for (const fault of faults) expect(await shown("refund", crypto.randomUUID(), fault)).toBe(faulty);
  });
});
