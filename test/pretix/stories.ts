// What the shop goes through, one after the other.
import { Webhook } from "standardwebhooks";
import { Browser } from "../keycloak/browser.ts";
import { API } from "../keycloak/play.ts";
import { demand } from "../keycloak/requests.ts";
import { type Scene, send } from "./scene.ts";

const RUNPERIODIC = "-m pretix runperiodic --tasks pretix_merchant_payments.signals.settle_open".split(" ");

export const STORIES: readonly [name: string, play: (scene: Scene) => Promise<void>][] = [
  ["an order is paid, and refunded", refund],
  ["an order expires, and is paid by another attempt", expire],
  ["pretix is killed between a refund and its webhook", killInRefund],
  ["an order expires, after that", expire],
  ["a refund is refused after a while, and another is not", refuseRefund],
  ["no webhook arrives: the return reads the payment, and runperiodic the refund", loseWebhooks],
  ["refunds are found: one of the dashboard, and one that a killed pretix had not stored", findRefunds],
  ["a webhook may be repeated, and not forged", forge],
  ["play money pays no real order", sellForReal],
];

async function refund({ sell, shop, reach, intentAt }: Scene): Promise<void> {
  const { id, code } = await sell();
  await shop.refund(code, "Rained\noff");
  await reach(code, "p P-1:refunded R-1:done");
  const { refund_reference, refund_reason } = await intentAt(id);
  demand(`${refund_reference}: ${refund_reason}` === `${code}-R-1: Rained off`, "the refund has other texts");
}

async function expire({ shop, intentAt, simulate, reach }: Scene): Promise<void> {
  const { id, code, return_url } = await intentAt((await shop.buy()).url);
  await simulate(id, "expire");
  await reach(code, "n P-1:failed");
  const again = await intentAt((await shop.payAgain(return_url)).url);
  await simulate(again.id, "pay");
  await reach(code, "p P-1:failed P-2:confirmed");
}

/** Nothing listens at the other address, so that the webhook is still on its way, however fast the ledger is. */
async function killInRefund({ sell, shop, pretix, reach, asMerchant, ...scene }: Scene): Promise<void> {
  const { id, code } = await sell();
  await asMerchant(200, "PUT", scene.counterPath, { webhook_url: "http://127.0.0.1:9/" });
  await shop.refund(code);
  await reach(code, "p P-1:confirmed R-1:transit");
  await pretix.kill();
  await scene.untilRefunded(id);
  await asMerchant(200, "PUT", scene.counterPath, { webhook_url: scene.webhookUrl });
  await pretix.start();
  await reach(code, "p P-1:refunded R-1:done");
}

async function refuseRefund({ sell, shop, setFaults, reach }: Scene): Promise<void> {
  const { code } = await sell();
  await setFaults("ledger_slow", "refund_refused");
  await shop.refund(code);
  await reach(code, "p P-1:confirmed R-1:transit");
  await setFaults("refund_refused");
  await reach(code, "p P-1:confirmed R-1:failed");
  await setFaults();
  await shop.refund(code);
  await reach(code, "p P-1:refunded R-1:failed R-2:done");
}

async function loseWebhooks({ asMerchant, shop, pretix, reach, ...scene }: Scene): Promise<void> {
  await asMerchant(200, "PUT", scene.counterPath, { webhook_url: null });
  const { id, code, return_url } = await scene.intentAt((await shop.buy()).url);
  await scene.simulate(id, "pay");
  await reach(code, "n P-1:pending");
  await new Browser(send).open(return_url);
  await reach(code, "p P-1:confirmed");
  await shop.refund(code);
  await scene.untilRefunded(id);
  await reach(code, "p P-1:confirmed R-1:transit");
  await pretix.python(RUNPERIODIC);
  await reach(code, "p P-1:refunded R-1:done");
  await asMerchant(200, "PUT", scene.counterPath, { webhook_url: scene.webhookUrl });
}

async function findRefunds({ sell, asMerchant, reach }: Scene): Promise<void> {
  const refundAs = (id: string, texts?: object) =>
    asMerchant(200, "POST", `${API}/payment-intents/${id}/refund`, texts);
  const other = await sell();
  await refundAs(other.id);
  await reach(other.code, "p P-1:confirmed R-1:external");
  const own = await sell();
  await refundAs(own.id, { reference: `${own.code}-R-1` });
  await reach(own.code, "p P-1:refunded R-1:done");
}

async function forge({ shop, intentAt, reach, webhookUrl, secret }: Scene): Promise<void> {
  const intent = await intentAt((await shop.buy()).url);
  const body = JSON.stringify({ data: { reference: intent.reference, payment_intent: intent } });
  const deliver = async (key: string, time = Date.now()) => {
    const signed = {
      "webhook-id": "1",
      "webhook-signature": new Webhook(key).sign("1", new Date(time), body),
    };
    const headers = { ...signed, "webhook-timestamp": String(Math.floor(time / 1000)) };
    return (await fetch(webhookUrl, { method: "POST", headers, body })).status;
  };
  const statuses = [
    await deliver(`whsec_${btoa("of another shop")}`),
    await deliver(secret, Date.now() - 600_000),
  ];
  for (const _ of ["first", "repeated"]) statuses.push(await deliver(secret));
  demand(`${statuses}` === "401,401,204,204", `the statuses are ${statuses}`);
  await reach(intent.code, "n P-1:pending");
}

async function sellForReal({ shop, reach }: Scene): Promise<void> {
  await shop.api("PATCH", "", { testmode: false });
  const [, code = ""] = /\/order\/([A-Z0-9]+)\//.exec((await shop.buy()).url) ?? [];
  await reach(code, "n P-1:canceled");
}
