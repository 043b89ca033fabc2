// Vendure on SQLite, with a payment method that always succeeds. Its package is in the working directory. Arguments: the port, the
// folder of its data, and where webhooks go.
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const vendure = require("@vendure/core");
const { populate } = require("@vendure/core/cli");

const [port, state, receiver] = process.argv.slice(2);
const settled = { state: "Settled", transactionId: "1", metadata: {} };
const wallet = new vendure.PaymentMethodHandler({
  code: "wallet",
  description: [{ languageCode: "en", value: "Wallet" }],
  args: {},
  createPayment: (_context, _order, amount) => ({ ...settled, amount }),
  settlePayment: () => ({ success: true }),
  createRefund: () => settled,
});
const orders = vendure.configureDefaultOrderProcess({
  arrangingPaymentRequiresCustomer: false,
  arrangingPaymentRequiresShipping: false,
  arrangingPaymentRequiresStock: false,
  checkFulfillmentStates: false,
});
const admin = { identifier: "superadmin", password: "superadmin" };
const bootstrap = (own) => {
  const database = { type: "better-sqlite3", driver: require("better-sqlite3"), enableWAL: true };
  const config = {
    apiOptions: { port: own.port, hostname: "127.0.0.1" },
    authOptions: { tokenMethod: "bearer", superadminCredentials: admin },
    dbConnectionOptions: { ...database, database: join(state, "database"), synchronize: own.isNew },
    paymentOptions: { paymentMethodHandlers: [wallet] },
    orderOptions: { process: [orders] },
    logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Warn }),
    plugins: [vendure.DefaultJobQueuePlugin.init({})],
  };
  return vendure.bootstrap(vendure.mergeConfig(vendure.defaultConfig, config));
};
const populated = await populate(() => bootstrap({ port: 0, isNew: true }), {
  defaultLanguage: "en",
  defaultZone: "Americas",
  collections: [],
  shippingMethods: [],
  countries: [{ name: "United States", code: "US", zone: "Americas" }],
  taxRates: [{ name: "Standard", percentage: 0 }],
  paymentMethods: [{ name: "Wallet", handler: { code: "wallet", arguments: [] } }],
});
await populated.close();
const app = await bootstrap({ port: Number(port), isNew: false });
// It has no webhooks: its documents tell users to write a subscriber.
app
  .get(vendure.EventBus)
  .ofType(vendure.PaymentStateTransitionEvent)
  .subscribe(({ order }) => fetch(receiver, { method: "POST", body: JSON.stringify({ id: order.id }) }));
