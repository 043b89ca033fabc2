// Makes an event happen in the sandbox, by a payment that is played until it does.
import { PaymentsApiError } from "../errors.ts";
import { counters } from "../operations/counters.ts";
import { createIntent, intentIn, paymentIntents } from "../operations/payment-intents.ts";
import { sandbox } from "../operations/sandbox.ts";
import { createAccessTokens } from "../transport/access-token.ts";
import { createTransport, type Transport } from "../transport/transport.ts";
import type { EventType, PaymentIntentResponse } from "../wire/payment-intents.ts";

const API = "/merchant/api/v1";
type Story = (play: ReturnType<typeof player>) => Promise<string>;

const STORIES = {
  "payment.completed": ({ create, simulate }) => create().then(simulate("pay")),
  "payment.cancelled": ({ create, intents }) =>
    create().then(async (id) => {
      await intents.cancel(id);
      return id;
    }),
  "payment.expired": ({ create, simulate }) => create().then(simulate("expire")),
  "payment.approval_requested": ({ scan }) => scan(),
  "refund.pending": ({ refund }) => refund({}),
  "refund.completed": ({ refund }) => refund({}),
  "refund.failed": ({ refund }) => refund({ "Sandbox-Case": "refund_refused" }),
} satisfies Partial<Record<EventType, Story>>;

export type Trigger = keyof typeof STORIES;
export const TRIGGERS = Object.keys(STORIES) as Trigger[];

/** Returns the payment intent's id. The event follows when the service has worked through it: a refund takes seconds. */
export async function trigger(transport: Transport, type: Trigger): Promise<string> {
  return await STORIES[type](player(transport));
}

function player(transport: Transport) {
  const intents = paymentIntents(transport);
  const play = sandbox(transport);
  const create = async (headers: Record<string, string> = {}) => {
    const body = { amount: 1, reference: "trigger" };
    const created = await transport.exchange("POST", `${API}/payment-intents`, {
      body,
      headers,
      idempotencyKey: crypto.randomUUID(),
    });
    return intentIn(created.body as PaymentIntentResponse).id;
  };
  const simulate = (action: "pay" | "expire") => async (id: string) => {
    await play.simulate(id, action);
    return id;
  };
  return {
    create,
    simulate,
    intents,
    refund: async (headers: Record<string, string>) => {
      const id = await create(headers).then(simulate("pay"));
      await intents.refund(id).catch(unlessRefused);
      return id;
    },
    scan: async () => {
      const body = {
        scan_token: await showCode(transport),
        counter_id: await anyCounter(transport),
        amount: 1,
      };
      return (await createIntent(transport, `${API}/scan-payment`, body)).id;
    },
  };
}

/** A ledger that refuses a refund at once is what `refund.failed` tells of. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PaymentsApiError && error.code === "insufficient_merchant_funds")) throw error;
}

/** A new customer's wallet shows its code. */
async function showCode({ connection, ...merchant }: Transport): Promise<string> {
  const wallet = await sandbox({ connection, ...merchant }).createWallet({ balance: 10 });
  const { baseUrl } = connection;
  const credentials = { baseUrl, clientId: wallet.client_id, clientSecret: wallet.client_secret };
  const customer = createTransport(connection, createAccessTokens(connection, credentials));
  return (await customer.send<{ scan_token: string }>("POST", "/wallet/api/v1/scan-token")).scan_token;
}

async function anyCounter(transport: Transport): Promise<string> {
  const { list, create } = counters(transport);
  const found = (await list()).items.find(({ status }) => status === "active");
  return (found ?? (await create({ name: "Trigger" })).counter).id;
}
