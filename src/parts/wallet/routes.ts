import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asCustomer } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { limitList, limitLongRead } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { customerSessionOf } from "#core/http/session.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import { isoTime } from "#core/lib/time.ts";
import type { Mount } from "#core/part.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { readHistory } from "#core/services/wallet/wallet-history.ts";
import { historyCursor } from "#core/wire/shared/cursor.ts";
import { presentWalletTransaction } from "#core/wire/wallet/present-wallet.ts";
import { frame } from "#pages/apps.ts";
import { installable, livePagePolicy } from "#pages/policy.ts";
import { WalletNameBody, WalletTransactionsQuery } from "./requests.ts";
import { listDevices, signOutDevice } from "./services/devices.ts";
import { changeName, readName } from "./services/names.ts";

const pages = new Hono<AppEnv>().get("/", (c) => {
  const { publicUrl, environment } = c.get("deps").config;
  const isSandbox = environment === "sandbox";
  // On the sandbox's playground, it is in the frame of a phone.
  const policy = livePagePolicy(publicUrl, installable("wallet"), isSandbox ? "'self'" : "'none'");
  const icons = { manifest: "/pages/wallet.webmanifest", touchIcon: "/pages/wallet-icon.png" };
  // One tap makes a wallet with play money there.
  const attributes = html`${isSandbox && "data-sandbox"}`;
  return showPage(c, policy, (language) =>
    frame("wallet", { ...icons, language, title: "Wallet" }, attributes),
  );
});

const history = new Hono<AppEnv>().get(
  "/transactions",
  describe("Wallet", {
    id: "listWalletTransactions",
    responds: { 200: "WalletTransactionsResponse" },
    refusals: ["unknown_cursor"],
  }),
  asCustomer,
  query(WalletTransactionsQuery),
  async (c) => {
    await limitList(c);
    const { limit, cursor } = c.req.valid("query");
    const beforeLongRead = () => limitLongRead(c, true);
    const { lines, next } = orThrow(
      await readHistory(c.get("deps"), c.get("walletId"), cursor, limit, beforeLongRead),
    );
    const transactions = lines.map(presentWalletTransaction);
    const next_cursor = historyCursor.format(next);
    return respond<"WalletTransactionsResponse">(c, { transactions, next_cursor });
  },
);

const devices = new Hono<AppEnv>()
  .get(
    "/sessions",
    describe("Wallet", { id: "listWalletSessions", responds: { 200: "WalletSessionsResponse" } }),
    asCustomer,
    async (c) => respondWith(c, await listDevices(c.get("deps"), c.get("walletId"))),
  )
  .delete(
    "/sessions/:sessionID",
    describe("Wallet", { id: "endWalletSession", responds: { 200: "WalletSessionsResponse" } }),
    asCustomer,
    async (c) => {
      const left = await signOutDevice(c.get("deps"), c.get("walletId"), pathId(c, "sessionID"));
      return respondWith(c, orThrow(left));
    },
  );

const names = new Hono<AppEnv>()
  .get(
    "/name",
    describe("Wallet", { id: "getWalletName", responds: { 200: "WalletNameResponse" } }),
    asCustomer,
    async (c) => {
      const name = await readName(c.get("deps"), c.get("walletId"));
      return respond<"WalletNameResponse">(c, { name });
    },
  )
  .put(
    "/name",
    describe("Wallet", { id: "setWalletName", responds: { 200: "WalletNameResponse" } }),
    asCustomer,
    jsonBody(WalletNameBody),
    async (c) => {
      const { name } = c.req.valid("json");
      await changeName(c.get("deps"), c.get("walletId"), name);
      return respond<"WalletNameResponse">(c, { name });
    },
  );

function respondWith(c: Context<AppEnv>, found: CustomerSession[]): Response {
  const ownId = customerSessionOf(c)?.id;
  const sessions = found.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    is_current: id === ownId,
  }));
  return respond<"WalletSessionsResponse">(c, { sessions });
}

export const routes: Mount = (app) => {
  app.route("/wallet", pages);
  app.route("/wallet/api/v1", history);
  app.route("/wallet/api/v1", devices);
  app.route("/wallet/api/v1", names);
};
