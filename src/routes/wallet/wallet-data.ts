// What the service holds about a customer, as a whole.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitLongRead, requireWithinLimit } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { walletCaller } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { streamOf } from "../../http/stream.ts";
import { type BodyCheck, jsonBody, query } from "../../http/validate.ts";
import { eraseWallet } from "../../services/wallet/wallet-erasure.ts";
import { exportWallet } from "../../services/wallet/wallet-export.ts";
import { presentWalletExport, walletExportFileName } from "../../wire/wallet/present-export.ts";
import { EraseWalletBody, WalletExportQuery } from "../../wire/wallet/requests.ts";

/** So that nobody is erased by a request that was repeated or completed wrongly. */
const checkConfirmation: BodyCheck = async (c, { confirm }) =>
  confirm === c.get("walletId") ? [] : [{ field: "confirm", message: "must be the id of this wallet" }];

export const walletData = new Hono<AppEnv>()
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
      return c.body(await streamOf(c, presentWalletExport(found)), 200, {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="${walletExportFileName(walletId)}"`,
      });
    },
  )
  .post(
    "/erase",
    describe("Wallet", {
      id: "eraseWallet",
      summary: "Erase this customer",
      description:
        "Permanent. Open requests are rejected; blocks, scan tokens and all else that is the customer's alone is deleted. Payments, refunds and requests that have ended stay at their merchants, and the account with its money at the ledger. Repeating the request changes nothing.",
      responds: { 200: "MessageResponse" },
      refusals: ["payment_in_progress"],
    }),
    asCustomer,
    jsonBody(EraseWalletBody, { checks: [checkConfirmation] }),
    async (c) => {
      await limitLongRead(c, true);
      orThrow(await eraseWallet(c.get("deps"), walletCaller(c)));
      return respond<"MessageResponse">(c, { message: "Wallet erased" });
    },
  );
