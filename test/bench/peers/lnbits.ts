// LNbits, from the Python package index: shops ask for Lightning payments. Here its own wallets pay each other.
import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "#scripts/cache-folder.ts";
import { ask, copyRow, ORDER, type Peer, startProgram } from "./peer.ts";

const VERSION = "1.6.2";
/** It does not start with a later bitstring. */
const INSTALL = ["install", "--quiet", `lnbits==${VERSION}`, "bitstring<5"];
const PYTHONS = ["python3.12", "python3.11", "python3.10", "python3", "python"];
const CHECK = "import sys, venv; sys.exit(not (3, 10) <= sys.version_info < (3, 13))";
const run = promisify(execFile);
const folder = cacheFolder(join("peers", `lnbits-${VERSION}`));
const program = (name: string) => join(folder, "bin", name);

const OWNER = { username: "root", password: "rootroot1", password_repeat: "rootroot1" };
const ASKED = { out: false, amount: 1250, unit: "sat", memo: ORDER.description, extra: ORDER };
const VARIABLES = {
  LNBITS_BACKEND_WALLET_CLASS: "FakeWallet",
  LNBITS_ADMIN_UI: "true",
  AUTH_SECRET_KEY: "bench-secret-bench-secret-bench-secret",
  LNBITS_RATE_LIMIT_NO: "100000000",
  LNBITS_AUDIT_ENABLED: "false",
  DEBUG: "false",
  LOG_LEVEL: "WARNING",
  ENABLE_LOG_TO_FILE: "false",
  // Else each creation asks a dozen servers for prices.
  LNBITS_PRICE_AGGREGATOR_ENABLED: "false",
  LNBITS_EXCHANGE_RATE_PROVIDERS: "[]",
  LNBITS_CALLBACK_ALLOW_PRIVATE_IPS: "true",
  LNBITS_CALLBACK_URL_RULES: '[".*"]',
};

type Wallet = Record<"id" | "adminkey" | "inkey", string>;
type Invoice = Record<"payment_hash" | "bolt11", string>;

export const lnbits: Peer = {
  name: `LNbits ${VERSION}`,
  requestsFactor: 1,
  async install() {
    if (existsSync(program("lnbits"))) return;
    const fits = PYTHONS.map((python) => run(python, ["-c", CHECK]).then(() => python));
    const python = await Promise.any(fits).catch(() => undefined);
    if (python === undefined) throw new Error("no Python from 3.10 to 3.12 is on this machine");
    await run(python, ["-m", "venv", "--clear", folder]);
    await run(program("pip"), INSTALL);
  },
  start(place) {
    const [files = ""] = globSync(`${folder}/lib/*/site-packages/lnbits`);
    const extensions = join(place.state, "extensions");
    const folders = { LNBITS_DATA_FOLDER: place.state, LNBITS_EXTENSIONS_PATH: extensions };
    const env = { ...process.env, ...VARIABLES, ...folders };
    const command = [program("lnbits"), "--host", "127.0.0.1", "--port", String(place.port)];
    // It looks for its own files from there.
    return startProgram(command, place, { cwd: dirname(files), env, health: "/api/v1/health" });
  },
  async open({ url, receiver }) {
    const payments = `${url}/api/v1/payments`;
    const installation = { method: "PUT", body: OWNER };
    const owner = await ask<{ access_token: string }>(`${url}/api/v1/auth/first_install`, installation);
    const headers = { authorization: `Bearer ${owner.body.access_token}` };
    const openWallet = async (name: string) => {
      const { body: wallet } = await ask<Wallet>(`${url}/api/v1/account`, { body: { name } });
      const { adminkey, inkey } = wallet;
      const balance = { id: wallet.id, amount: 9_000_000 };
      await ask(`${url}/users/api/v1/balance`, { method: "PUT", headers, body: balance });
      const post = async (key: string, body: object): Promise<Invoice> =>
        (await ask<Invoice>(payments, { headers: { "x-api-key": key }, body })).body;
      return {
        asOwner: { headers: { "x-api-key": inkey } },
        askFor: (payment: object) => post(inkey, payment),
        pay: ({ bolt11 }: Invoice) => post(adminkey, { out: true, bolt11 }),
      };
    };
    const [shop, customer] = [await openWallet("shop"), await openWallet("customer")];
    return {
      create: async () => {
        const invoice = await shop.askFor({ ...ASKED, webhook: receiver });
        return {
          id: invoice.payment_hash,
          read: () => ask(`${payments}/${invoice.payment_hash}`, shop.asOwner),
          poll: () => ask(`${payments}/${invoice.payment_hash}`),
          pay: () => customer.pay(invoice),
          refund: async () => shop.pay(await customer.askFor(ASKED)),
        };
      },
      list: () => ask(`${payments}?limit=20&sortby=time&direction=desc`, shop.asOwner),
    };
  },
  copy(state, id) {
    const hash = "lower(hex(randomblob(32)))";
    const values = { checking_id: hash, payment_hash: hash };
    copyRow(join(state, "database.sqlite3"), "apipayments", `payment_hash = '${id}'`, values);
  },
  // It is JSON within JSON.
  paidIn: (webhook) => (JSON.parse(String(webhook)) as Invoice).payment_hash,
};
