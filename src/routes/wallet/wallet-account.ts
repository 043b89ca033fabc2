// A wallet as a whole: what the service holds about it, and how it is stopped, by its customer or an administrator.
import { Hono } from "hono";
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
import { eraseWallet } from "../../services/wallet/wallet-erasure.ts";
import { exportWallet } from "../../services/wallet/wallet-export.ts";
import { isKnownWallet, releaseWallet, stopWallet } from "../../services/wallet/wallet-stops.ts";
import { ReasonBody } from "../../wire/merchants/requests.ts";
import { presentWalletExport, walletExportFileName } from "../../wire/wallet/present-export.ts";
import { EraseWalletBody, WalletExportQuery } from "../../wire/wallet/requests.ts";

/** So that nobody is erased by a request that was repeated or completed wrongly. */
const checkConfirmation: BodyCheck = async (c, { confirm }) =>
  confirm === c.get("walletId") ? [] : [{ field: "confirm", message: "must be the id of this wallet" }];

export const walletAccount = new Hono<AppEnv>()
  .get(
    "/export",
    describe("Wallet", {
      id: "exportWallet",
      summary: "Download everything the service holds about this wallet",
      description:
        "Newline-delimited JSON: a `header`, then one record a line, each with its `type`, and an `end` with the number of records of each type: without that line, the download is incomplete. The types are `balance`, `payment_under_way`, `request`, `transaction`, and what the rows of the wallet are, such as `blocked_merchants`, `accounts` and `sessions`; the sandbox's own begin with `sandbox_`. Where `next_cursor` is not null, another part of the history follows. A request that changes meanwhile may come twice. Never a secret.",
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
      summary: "Erase this customer",
      description:
        "Permanent. Open requests are rejected; blocks, scan tokens and all else that is the customer's alone is deleted. Payments, refunds and requests that have ended stay at their merchants, and the account with its money at the ledger. Repeating the request changes nothing.",
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
      summary: "Stop this wallet wherever it is signed in",
      description:
        "As after the loss of a phone. Within five seconds, sessions, sockets, pushes, scan tokens and tokens that were issued before are refused everywhere, this caller's too; the customer's sessions at the identity provider end, and whatever waits for approval is rejected. What is under way finishes, and refunds still arrive. Whoever signs in again can use the wallet.",
    }),
    asCustomer,
    async (c) => {
      await stopWallet(c.get("deps"), walletCaller(c), null);
      const headers = customerSessionOf(c) === null ? {} : { "Set-Cookie": noSessionCookie("customer") };
      return respond<"MessageResponse">(c, { message: "Wallet stopped" }, 200, headers);
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
      summary: "Stop a customer's wallet",
      description:
        "As `stopOwnWallet`, and until it is released nobody can sign in to it, and no shop or desk can scan it. An id that nobody has used yet is stopped as well, with a warning.",
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
      summary: "Allow a stopped wallet again",
      description: "The customer signs in anew: what was issued before stays refused.",
    }),
    asAdmin,
    async (c) => {
      await releaseWallet(c.get("deps"), causeOf(c), pathId(c, "walletID"));
      return respond<"MessageResponse">(c, { message: "Wallet released" });
    },
  );
