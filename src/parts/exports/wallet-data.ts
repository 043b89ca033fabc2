// What the service holds about a wallet, for its customer: to take along, and to erase.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asCustomer } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { NDJSON, respondWithFile } from "#core/http/file-response.ts";
import { limitLongRead, requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { walletActor } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { type BodyCheck, jsonBody, query } from "#core/http/validate.ts";
import { EraseWalletBody, WalletExportQuery } from "./requests.ts";
import { eraseWallet } from "./services/wallet-erasure.ts";
import { exportWallet } from "./services/wallet-export.ts";
import { presentWalletExport, walletExportFileName } from "./wire/present-wallet-export.ts";

/** The id in the body keeps a request that was repeated or completed wrongly from erasing anybody. */
const checkConfirmation: BodyCheck = async (c, { confirm }) =>
  confirm === c.get("walletId") ? [] : [{ field: "confirm", message: "must be the id of this wallet" }];

export const walletData = new Hono<AppEnv>()
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
      const { deps, walletId } = c.var;
      await requireWithinLimit(c, "downloads", walletId);
      const { cursor } = c.req.valid("query");
      const found = orThrow(await exportWallet(deps, walletId, cursor));
      const text = presentWalletExport(found, deps.config.environment);
      return await respondWithFile(c, walletExportFileName(walletId), NDJSON, text);
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
      orThrow(await eraseWallet(c.get("deps"), walletActor(c)));
      return respond<"MessageResponse">(c, { message: "Wallet erased" });
    },
  );
