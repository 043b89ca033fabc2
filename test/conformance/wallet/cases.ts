// The ten cases. Each begins with a new customer, who has 100.00 EUR.
import { decimalText } from "#core/domain/money.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { qrPayload } from "#core/qr/payload.ts";
import { newWebhookSecret } from "#core/webhooks/sign.ts";
import { demand, demandEqual } from "../demand.ts";
import type { Requirement } from "../requirement.ts";
import type { FakeService } from "./fake-service.ts";
import type { Screen, State, WalletUnderTest } from "./wallet-under-test.ts";

export interface WalletScene {
  wallet: WalletUnderTest;
  service: FakeService;
  /** Where the wallet reaches the service. */
  serviceUrl: string;
}

function walletCase(
  id: string,
  text: string,
  check: Requirement<WalletScene>["check"],
): Requirement<WalletScene> {
  const begin = async (scene: WalletScene) => {
    const { wallet, service, serviceUrl } = scene;
    service.sendEventsTo(await wallet.start(service.begin(serviceUrl)));
    await check(scene);
  };
  return { id, text, check: begin };
}

export const WALLET_CASES: Requirement<WalletScene>[] = [
  walletCase(
    "code.forged",
    "A code with another amount, currency and name shows the service's, and that is what is paid",
    async ({ wallet, service }) => {
      const intent = service.offer();
      const forged = {
        amount: 0.01,
        currency: "USD",
        merchant_id: crypto.randomUUID(),
        merchant_name: "A Charity",
      };
      const code = JSON.stringify({ ...JSON.parse(qrPayload(intent)), ...forged });
      demandShown((await wallet.scan(code)).payment, intent);
      demandCharges(service, [], "before anyone has paid");
      await wallet.pay(intent.id);
      demandShown((await wallet.untilState("paid")).payment, intent);
      demandCharges(service, [intent.id]);
    },
  ),
  walletCase(
    "pay.double-tap",
    "Who taps twice pays once, and sees that it is paid, and the balance once less",
    async ({ wallet, service }) => {
      const intent = service.offer();
      await wallet.scan(qrPayload(intent));
      await wallet.pay(intent.id, 2);
      await wallet.untilState("paid");
      demandCharges(service, [intent.id]);
      await untilBalance(wallet, service);
    },
  ),
  walletCase(
    "pay.lost-response",
    "When the response is lost, nothing is said to have failed; by itself or at another tap it is seen to be paid, once",
    async ({ wallet, service }) => {
      const intent = service.offer({}, "lose");
      await wallet.scan(qrPayload(intent));
      const screen = await wallet.pay(intent.id);
      demandState(screen, ["processing", "unsure", "paid"]);
      if (screen.payment?.state === "unsure") await wallet.pay(intent.id);
      await wallet.untilState("paid");
      demandCharges(service, [intent.id]);
    },
  ),
  walletCase(
    "pay.processing",
    "While the ledger is slow (202), the payment is being processed; then its end is seen",
    async ({ wallet, service }) => {
      const intent = service.offer({}, "process");
      await wallet.scan(qrPayload(intent));
      demandState(await wallet.pay(intent.id), ["processing"]);
      demandState(await wallet.look(), ["processing"]);
      service.complete(intent);
      await wallet.untilState("paid");
      demandCharges(service, [intent.id]);
    },
  ),
  walletCase(
    "pay.declined",
    "A payment for which there is not enough money is declined, and can be tried again",
    async ({ wallet, service }) => {
      const intent = service.offer({}, "decline");
      await wallet.scan(qrPayload(intent));
      demandState(await wallet.pay(intent.id), ["declined"]);
      demandCharges(service, [], "after the decline");
      await wallet.pay(intent.id);
      await wallet.untilState("paid");
      demandCharges(service, [intent.id]);
    },
  ),
  walletCase(
    "pay.expired",
    "What has expired since it was scanned is not paid, and says so; it is not offered again",
    async ({ wallet, service }) => {
      const intent = service.offer();
      demandState(await wallet.scan(qrPayload(intent)), ["offered"]);
      service.change(intent, { status: "expired", expiresAt: Date.now() });
      demandState(await wallet.pay(intent.id), ["expired"]);
      demandState(await wallet.scan(qrPayload(intent)), ["expired"]);
      demandCharges(service, []);
    },
  ),
  walletCase(
    "pay.already-paid",
    "What another wallet has paid meanwhile is not said to be paid by this one, and costs nothing",
    async ({ wallet, service }) => {
      const intent = service.offer();
      await wallet.scan(qrPayload(intent));
      service.payByAnother(intent);
      demandState(await wallet.pay(intent.id), ["already_paid"]);
      demandCharges(service, []);
      await untilBalance(wallet, service);
    },
  ),
  walletCase(
    "event.twice",
    "Events that arrive twice ask once, are paid once, and lower the balance once",
    async ({ wallet, service }) => {
      const intent = service.request();
      await pushed(service, service.events.requested(intent), 2);
      const asks = ({ requests }: Screen) => requests.some((each) => each.payment_intent_id === intent.id);
      const { requests } = await wallet.until(asks, "the request");
      demandEqual(requests.length, 1, "the number of requests");
      demandShown(requests[0] ?? null, intent);
      await wallet.approve(intent.id, 2);
      await wallet.untilState("paid");
      await pushed(service, service.events.balance(intent), 2);
      demandCharges(service, [intent.id]);
      await untilBalance(wallet, service);
      await wallet.until((screen) => screen.requests.length === 0, "no request once it is approved");
    },
  ),
  walletCase(
    "event.out-of-order",
    "A request whose withdrawal has arrived before it is not shown",
    async ({ wallet, service }) => {
      const intent = service.request();
      const requested = service.events.requested(intent);
      const cancelled = { status: "cancelled", cancellationReason: "withdrawn_by_merchant" } as const;
      await pushed(
        service,
        service.events.withdrawn(service.change(intent, { ...cancelled, cancelledAt: Date.now() })),
      );
      await pushed(service, requested);
      // Once another request is seen, this one would be seen as well.
      const other = service.request();
      await pushed(service, service.events.requested(other));
      const asks = ({ requests }: Screen) => requests.some((each) => each.payment_intent_id === other.id);
      const { requests } = await wallet.until(asks, "a request that is open");
      demandEqual(requests.length, 1, "the number of open requests");
    },
  ),
  walletCase(
    "event.forged",
    "An event with a wrong signature is refused with 4xx, and changes nothing",
    async ({ wallet, service }) => {
      const forged = service.request();
      service.change(forged, { status: "cancelled", cancelledAt: Date.now() });
      const status = await service.push(service.events.requested(forged), newWebhookSecret());
      demand(status !== null && status >= 400 && status < 500, "4xx for a wrong signature", status);
      demandEqual((await wallet.look()).requests.length, 0, "the number of requests");
    },
  ),
];

async function pushed(
  service: FakeService,
  event: { id: string; cloudEvent: string },
  times = 1,
): Promise<void> {
  for (let time = 0; time < times; time++) {
    const status = await service.push(event);
    demand(status !== null && status >= 200 && status < 300, "2xx for an event", status);
  }
}

function demandShown(shown: Omit<Screen["requests"][number], "state"> | null, intent: PaymentIntent): void {
  demandEqual(shown?.payment_intent_id, intent.id, "payment_intent_id");
  demandEqual(shown?.amount, decimalText(intent.amountMinor, intent.currency), "amount");
  demandEqual(shown?.currency, intent.currency, "currency");
  demandEqual(shown?.merchant_name, intent.merchantName, "merchant_name");
}

function demandState({ payment }: Screen, states: readonly State[]): void {
  demand(payment !== null && states.includes(payment.state), `the state ${states.join(" or ")}`, payment);
}

function demandCharges(service: FakeService, expected: string[], when = "in the end"): void {
  demandEqual(service.charges.join(), expected.join(), `${when} the paid intents`);
}

async function untilBalance(wallet: WalletUnderTest, { balance }: FakeService): Promise<void> {
  await wallet.until((screen) => screen.balance === balance, `the balance ${balance}`);
}
