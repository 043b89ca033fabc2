// Whom the history of a payment intent names when people use a client that they share.
import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { makeApproval, reject } from "../../support/approvals.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { readPublicIntent } from "../../support/intent-reads.ts";
import { cancel, confirm, makeIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { setRole } from "../../support/merchant-users.ts";
import { published } from "../../support/objects.ts";
import { ageAll } from "../../support/old-payments.ts";
import {
  makeMerchantWithWebhook,
  makeWallet,
  renewMerchant,
  type TestMerchant,
} from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { startDeliveries } from "../../support/receiver.ts";
import { merchantToken, mintToken, withRoles } from "../../support/tokens.ts";

/** The merchant, by the token of a person at a client that others use as well. */
async function actingFor(merchant: TestMerchant, azp: string, role: string) {
  const sub = crypto.randomUUID();
  return { ...merchant, sub, token: await merchantToken(merchant.id, { sub, azp, ...withRoles(role) }) };
}

async function makeUser(merchant: TestMerchant) {
  const user = await actingFor(merchant, "merchant-dashboard", "merchant");
  await setRole(merchant.id, user.sub, "owner");
  return user;
}

/** A customer of a provider where all use the client of their app. */
async function makeCustomer() {
  const { id } = await makeWallet();
  const sub = crypto.randomUUID();
  const token = await mintToken({ sub, wallet_id: id, azp: "wallet-app", ...withRoles("customer") });
  return { id, sub, token };
}

async function storyOf({ token }: { token: string }, id: string) {
  const { status, body } = await call("GET", `${INTENTS}/${id}/events`, { token });
  expect(status).toBe(200);
  const actors = body.events.map(({ type, actor }: Record<string, string>) => [type, actor]);
  return { createdBy: body.created_by, actors };
}

describe("the history of a payment intent", () => {
  it("names the users of the dashboard who created, cancelled and refunded", async ({ merchant }) => {
    const [one, other, customer] = [await makeUser(merchant), await makeUser(merchant), await makeCustomer()];
    const [paid, unwanted] = [await makeIntent(one), await makeIntent(other)];
    expect((await confirm(customer, paid.id)).status).toBe(200);
    expect((await refund(other, paid.id)).status).toBe(200);
    expect((await cancel(one, unwanted.id)).status).toBe(200);
    expect(await storyOf(merchant, paid.id)).toEqual({
      createdBy: one.sub,
      actors: [
        ["payment.completed", `wallet-${customer.id}`],
        ["refund.pending", other.sub],
      ],
    });
    expect(await storyOf(merchant, unwanted.id)).toEqual({
      createdBy: other.sub,
      actors: [["payment.cancelled", one.sub]],
    });
  });

  it("leaves the client in the entry of the audit trail, beside the user", async ({ merchant }) => {
    const [user, customer] = [await makeUser(merchant), await makeCustomer()];
    const { id } = await makeIntent(merchant);
    await confirm(customer, id);
    expect((await refund(user, id)).status).toBe(200);
    await published(id);
    const entries = await storedEntries(merchant.id);
    expect(entries.find(({ action }) => action === "refund.requested")).toMatchObject({
      actor: "merchant-dashboard",
      actorKind: "user",
      targetId: id,
      erasable: { subject: { value: user.sub } },
    });
  });

  it("names the user who scanned the customer's code", async ({ merchant }) => {
    const [user, customer] = [await makeUser(merchant), await makeCustomer()];
    const { id } = await makeApproval(user, customer);
    expect(await storyOf(merchant, id)).toEqual({
      createdBy: user.sub,
      actors: [["payment.approval_requested", user.sub]],
    });
  });

  it("names a customer by the wallet alone, as the intent does", async ({ merchant }) => {
    const customer = await makeCustomer();
    const { id } = await makeApproval(merchant, customer);
    expect((await reject(customer, id)).status).toBe(200);
    const { body } = await call("GET", `${INTENTS}/${id}/events`, { token: merchant.token });
    expect(body.events.at(-1)).toMatchObject({ type: "payment.cancelled", actor: `wallet-${customer.id}` });
    expect(JSON.stringify(body)).not.toContain(customer.sub);
  });

  it("does not name the administrator who acted for the merchant", async ({ merchant }) => {
    const administrator = await actingFor(merchant, "platform-admin", "admin");
    const { id } = await makeIntent(administrator);
    expect((await cancel(administrator, id)).status).toBe(200);
    expect(await storyOf(merchant, id)).toEqual({
      createdBy: null,
      actors: [["payment.cancelled", "platform-admin"]],
    });
  });

  it("names the same people a month later", async ({ merchant }) => {
    const [user, customer] = [await makeUser(merchant), await makeCustomer()];
    const { id } = await makeIntent(user);
    await confirm(customer, id);
    await published(id);
    const before = await storyOf(merchant, id);
    await ageAll(merchant, [id]);
    expect(before).toEqual({ createdBy: user.sub, actors: [["payment.completed", `wallet-${customer.id}`]] });
    expect(await storyOf(await renewMerchant(merchant), id)).toEqual(before);
  });
});

it("neither a webhook nor the public view names the user", async () => {
  const deliveries = startDeliveries();
  const merchant = await makeMerchantWithWebhook({ url: "https://shop.test/hook" });
  const [user, customer] = [await makeUser(merchant), await makeCustomer()];
  const { id } = await makeIntent(user);
  await confirm(customer, id);
  await published(id);
  const sent = await deliveries.deliverAll();
  expect(sent).toHaveLength(1);
  const shown = JSON.stringify([sent.map(({ body }) => body), (await readPublicIntent(id)).body]);
  for (const { sub } of [user, customer]) expect(shown).not.toContain(sub);
});
