// Vendure, from npm: a shop's back end. Each payment is of an order of its own.
import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "#scripts/cache-folder.ts";
import { ask, copyRow, type Peer, startProgram } from "./peer.ts";

const VERSION = "3.7.3";
const PACKAGE = { private: true, dependencies: { "@vendure/core": VERSION, "better-sqlite3": "13.2.0" } };
/** Its packages bring what is compiled. */
const INSTALL = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
const SERVER = join(import.meta.dirname, "vendure-server.js");
const folder = cacheFolder(join("peers", `vendure-${VERSION}`));

const FIELDS = "id code state totalWithTax currencyCode createdAt";
const TEXT = 'languageCode: en, name: "Coffee"';
const LOGIN = 'mutation { login(username: "superadmin", password: "superadmin") { __typename } }';
const ADD_PRODUCT = `mutation { made: createProduct(input: { enabled: true,
  translations: [{ ${TEXT}, slug: "coffee", description: "" }] }) { id } }`;
const ADD_VARIANT = `mutation($of: ID!) { made: createProductVariants(input: [{ productId: $of, enabled: true,
  sku: "coffee", price: 1250, trackInventory: FALSE, translations: [{ ${TEXT} }] }]) { id } }`;
const ADD_ITEM = `mutation { made: addItemToOrder(productVariantId: 1, quantity: 1) { ... on Order { id } } }`;
const ARRANGE = `mutation { made: transitionOrderToState(state: "ArrangingPayment")
  { ... on Order { ${FIELDS} lines { id } } } }`;
const READ = `query($id: ID!) { made: order(id: $id) { ${FIELDS} payments { id state refunds { id state } } } }`;
const POLL = "{ made: activeOrder { id code state totalWithTax currencyCode } }";
const LIST = `{ made: orders(options: { take: 20, sort: { createdAt: DESC } })
  { items { ${FIELDS} payments { id state } } totalItems } }`;
const PAY = `mutation { made: addPaymentToOrder(input: { method: "wallet", metadata: {} })
  { ... on Order { ${FIELDS} payments { id state } } } }`;
const REFUND = `mutation($of: ID!, $line: ID!) { made: refundOrder(input: { paymentId: $of, amount: 1250, shipping: 0,
  adjustment: 0, lines: [{ orderLineId: $line, quantity: 1 }] }) { ... on Refund { id state } } }`;

/** What each of the queries asks for; what is refused has no id. */
type Made = Record<"lines" | "payments", [{ id: string }]> & { id: string };

export const vendure: Peer = {
  name: `Vendure ${VERSION}`,
  requestsFactor: 2,
  async install() {
    if (existsSync(join(folder, "node_modules", ".package-lock.json"))) return;
    writeFileSync(join(folder, "package.json"), JSON.stringify(PACKAGE));
    await promisify(execFile)("npm", INSTALL, { cwd: folder });
  },
  start: (place) => {
    const command = [process.execPath, SERVER, String(place.port), place.state, place.receiver];
    return startProgram(command, place, { cwd: folder, health: "/health" });
  },
  async open({ url }) {
    const query = async (api: string, text: string, variables = {}, token = "") => {
      const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
      const request = { headers, body: { query: text, variables } };
      const { body, headers: given } = await ask<{ data: { made: Made } }>(`${url}/${api}`, request);
      const { made } = body.data ?? {};
      if (text !== LOGIN && text !== LIST && ![made].flat()[0]?.id) throw new Error(JSON.stringify(body));
      return { made, token: given.get("vendure-auth-token") ?? token };
    };
    const { token } = await query("admin-api", LOGIN);
    const asShop = (text: string, variables = {}) => query("admin-api", text, variables, token);
    const product = await asShop(ADD_PRODUCT);
    await asShop(ADD_VARIANT, { of: product.made.id });
    return {
      create: async () => {
        // In one document, the second step would see an empty order.
        const { token: guest } = await query("shop-api", ADD_ITEM);
        const asGuest = (text: string) => query("shop-api", text, {}, guest);
        const { id, lines } = (await asGuest(ARRANGE)).made;
        let paid: Made | undefined;
        return {
          id,
          read: () => asShop(READ, { id }),
          poll: () => asGuest(POLL),
          pay: async () => {
            paid = (await asGuest(PAY)).made;
          },
          refund: () => asShop(REFUND, { of: paid?.payments[0].id, line: lines[0].id }),
        };
      },
      list: () => asShop(LIST),
    };
  },
  copy(state, id) {
    const file = join(state, "database");
    // There are fewer than a million others.
    const newId = "1000000 + i";
    copyRow(file, "order", `id = ${id}`, { id: newId, code: "hex(randomblob(8))", active: "0" });
    copyRow(file, "order_channels_channel", `orderId = ${id}`, { orderId: newId });
  },
  paidIn: (webhook) => String((webhook as { id: number }).id),
};
