// A wallet is stopped by its customer, or held by an administrator.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin, asCustomer } from "../../http/auth.ts";
import { customerSessionOf } from "../../http/customer-session.ts";
import { describe } from "../../http/describe.ts";
import { causeOf, pathId, walletCaller } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { noSessionCookie } from "../../http/session-cookie.ts";
import { jsonBody } from "../../http/validate.ts";
import { isKnownWallet, releaseWallet, stopWallet } from "../../services/wallet/wallet-stops.ts";
import { ReasonBody } from "../../wire/merchants/requests.ts";

export const ownWalletStop = new Hono<AppEnv>().post(
  "/stop",
  describe("Wallet", {
    id: "stopOwnWallet",
    summary: "Stop this wallet wherever it is signed in",
    description:
      "As after the loss of a phone. Within five seconds, sessions, sockets, pushes, scan tokens and tokens that were issued before are refused everywhere, this caller's too; the customer's sessions at the identity provider end, and whatever waits for approval is rejected. What is under way finishes, and refunds still arrive. Whoever signs in again can use the wallet.",
    responds: { 200: "MessageResponse" },
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
      responds: { 200: "MessageResponse" },
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
      responds: { 200: "MessageResponse" },
    }),
    asAdmin,
    async (c) => {
      await releaseWallet(c.get("deps"), causeOf(c), pathId(c, "walletID"));
      return respond<"MessageResponse">(c, { message: "Wallet released" });
    },
  );
