// A wallet as a whole: what the service holds about it, which merchants it has blocked, which browsers it pushes to, and how it
// is stopped, by its customer or an administrator.
import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin, asCustomer } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { NDJSON, respondWithFile } from "../../http/file-response.ts";
import { limitLongRead, requireWithinLimit } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, pathId, walletCaller } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { customerSessionOf } from "../../http/session.ts";
import { noSessionCookie } from "../../http/session-cookie.ts";
import { type BodyCheck, jsonBody, query } from "../../http/validate.ts";
import { checkUrlText } from "../../http/webhook-url.ts";
import { fromBase64Url } from "../../lib/base64url.ts";
import { importPushKey } from "../../lib/push-encryption.ts";
import {
  blockMerchant,
  listBlockedMerchants,
  unblockMerchant,
} from "../../services/wallet/blocked-merchants.ts";
import { readPushState, subscribePush, unsubscribePush } from "../../services/wallet/push.ts";
import { eraseWallet } from "../../services/wallet/wallet-erasure.ts";
import { exportWallet } from "../../services/wallet/wallet-export.ts";
import { isKnownWallet, releaseWallet, stopWallet } from "../../services/wallet/wallet-stops.ts";
import { presentBlockedMerchant } from "../../wire/merchants/present-merchant.ts";
import { ReasonBody } from "../../wire/merchants/requests.ts";
import { PageQuery } from "../../wire/shared/fields.ts";
import { presentPages } from "../../wire/shared/paging.ts";
import { presentWalletExport, walletExportFileName } from "../../wire/wallet/present-export.ts";
import {
  EraseWalletBody,
  PushSubscriptionBody,
  UnsubscribeBody,
  WalletExportQuery,
} from "../../wire/wallet/requests.ts";

/** The id in the body keeps a request that was repeated or completed wrongly from erasing anybody. */
const checkConfirmation: BodyCheck = async (c, { confirm }) =>
  confirm === c.get("walletId") ? [] : [{ field: "confirm", message: "must be the id of this wallet" }];

/** Checks the URL's text alone: which hosts are allowed is a refusal of its own. */
const checkEndpoint = checkUrlText("endpoint", { allowPrivate: true });

const checkKey: BodyCheck = async (_, body) => {
  const keys = PushSubscriptionBody.shape.keys.safeParse(body.keys);
  if (!keys.success) return [];
  const imported = importPushKey(fromBase64Url(keys.data.p256dh));
  return await imported.then(
    () => [],
    () => [{ field: "keys.p256dh", message: "must be a public key on the curve P-256" }],
  );
};

export const walletAccount = new Hono<AppEnv>()
  .get(
    "/export",
    describe("Wallet", {
      id: "exportWallet",
      responds: { 200: "application/x-ndjson" },
      refusals: ["unknown_cursor"],
    }),
    asCustomer,
    query(WalletExportQuery, { isStrict: true }),
    async (c) => {
      const walletId = c.get("walletId");
      await requireWithinLimit(c, "downloads", walletId);
      const { cursor } = c.req.valid("query");
      const found = orThrow(await exportWallet(c.get("deps"), walletId, cursor));
      return await respondWithFile(c, walletExportFileName(walletId), NDJSON, presentWalletExport(found));
    },
  )
  .post(
    "/erase",
    describe("Wallet", {
      id: "eraseWallet",
      refusals: ["payment_in_progress"],
    }),
    asCustomer,
    jsonBody(EraseWalletBody, { checks: [checkConfirmation] }),
    async (c) => {
      await limitLongRead(c, true);
      orThrow(await eraseWallet(c.get("deps"), walletCaller(c)));
      return respond<"MessageResponse">(c, { message: "Wallet erased" });
    },
  )
  .post(
    "/sessions/stop",
    describe("Wallet", {
      id: "stopOwnWallet",
    }),
    asCustomer,
    async (c) => {
      await stopWallet(c.get("deps"), walletCaller(c), null);
      const headers = customerSessionOf(c) === null ? {} : { "Set-Cookie": noSessionCookie("customer") };
      return respond<"MessageResponse">(c, { message: "Wallet stopped" }, 200, headers);
    },
  )
  .get(
    "/blocked-merchants",
    describe("Wallet", {
      id: "listBlockedMerchants",
      responds: { 200: "BlockedMerchantsResponse" },
    }),
    asCustomer,
    query(PageQuery),
    async (c) => {
      const position = c.req.valid("query");
      const found = await listBlockedMerchants(c.get("deps"), c.get("walletId"), position);
      const blocked_merchants = found.blocked.map(presentBlockedMerchant);
      const paging = presentPages(position, found.total);
      return respond<"BlockedMerchantsResponse">(c, { blocked_merchants, ...paging });
    },
  )
  .post(
    "/blocked-merchants/:merchantID",
    describe("Wallet", {
      id: "blockMerchant",
      refusals: ["too_many_blocked_merchants"],
    }),
    asCustomer,
    async (c) => {
      orThrow(await blockMerchant(c.get("deps"), walletCaller(c), pathId(c, "merchantID")));
      return respond<"MessageResponse">(c, { message: "Merchant blocked" });
    },
  )
  .delete(
    "/blocked-merchants/:merchantID",
    describe("Wallet", {
      id: "unblockMerchant",
    }),
    asCustomer,
    async (c) => {
      orThrow(await unblockMerchant(c.get("deps"), c.get("walletId"), pathId(c, "merchantID")));
      return respond<"MessageResponse">(c, { message: "Merchant unblocked" });
    },
  )
  .get(
    "/push",
    describe("Wallet", {
      id: "getPush",
      failure: "Failed to read push settings",
      responds: { 200: "PushResponse" },
    }),
    asCustomer,
    (c) => respondWithState(c),
  )
  .put(
    "/push",
    describe("Wallet", {
      id: "subscribePush",
      failure: "Failed to subscribe",
      responds: { 200: "PushResponse" },
      refusals: ["push_not_configured", "push_service_unknown"],
    }),
    asCustomer,
    jsonBody(PushSubscriptionBody, { checks: [checkEndpoint, checkKey] }),
    async (c) => {
      const sessionIdHash = customerSessionOf(c)?.idHash ?? null;
      const subscription = c.req.valid("json");
      orThrow(await subscribePush(c.get("deps"), c.get("walletId"), subscription, sessionIdHash));
      return await respondWithState(c);
    },
  )
  .delete(
    "/push",
    describe("Wallet", {
      id: "unsubscribePush",
      failure: "Failed to unsubscribe",
      responds: { 200: "PushResponse" },
    }),
    asCustomer,
    jsonBody(UnsubscribeBody),
    async (c) => {
      await unsubscribePush(c.get("deps"), c.get("walletId"), c.req.valid("json").endpoint);
      return await respondWithState(c);
    },
  );

/** Whoever mistypes an id in a hurry must not believe that the right wallet is stopped. */
const UNUSED_WALLET = {
  field: "walletID",
  message: "no wallet with this id has been used: check it. It is stopped, should it come to be used",
  code: "wallet_unused",
};

export const walletStops = new Hono<AppEnv>()
  .post(
    "/:walletID/stop",
    describe("Platform", {
      id: "stopWallet",
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => {
      const caller = { ...walletCaller(c), walletId: pathId(c, "walletID") };
      await stopWallet(c.get("deps"), caller, c.req.valid("json").reason);
      const warnings = (await isKnownWallet(c.get("deps"), caller.walletId)) ? [] : [UNUSED_WALLET];
      return respond<"MessageResponse">(c, { message: "Wallet stopped" }, 200, {}, warnings);
    },
  )
  .post(
    "/:walletID/release",
    describe("Platform", {
      id: "releaseWallet",
    }),
    asAdmin,
    async (c) => {
      await releaseWallet(c.get("deps"), causeOf(c), pathId(c, "walletID"));
      return respond<"MessageResponse">(c, { message: "Wallet released" });
    },
  );

async function respondWithState(c: Context<AppEnv>): Promise<Response> {
  const { publicKey, subscriptions } = await readPushState(c.get("deps"), c.get("walletId"));
  return respond<"PushResponse">(c, { public_key: publicKey, subscriptions });
}
