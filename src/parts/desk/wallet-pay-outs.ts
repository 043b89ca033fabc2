// What a customer decides about a pay-out that a desk has asked for.
import { type Context, Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asCustomer } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { pathId, walletActor } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { actOnPayOut, readPayOut } from "./services/pay-outs.ts";
import { presentPayOut } from "./wire/customer-movements.ts";

export const walletPayOuts = new Hono<AppEnv>()
  .get(
    "/pay-outs/:movementID",
    describe("Wallet", { id: "getPayOut", responds: { 200: "PayOutResponse" } }),
    asCustomer,
    async (c) => {
      const payOut = orThrow(await readPayOut(c.get("deps"), walletActor(c), pathId(c, "movementID")));
      return respond<"PayOutResponse">(c, { pay_out: presentPayOut(payOut) });
    },
  )
  .post(
    "/pay-outs/:movementID/approve",
    describe("Wallet", {
      id: "approvePayOut",
      responds: { 200: "PayOutResponse", 202: "PayOutResponse" },
      refusals: [
        "movement_ended",
        "movement_expired",
        "movement_withdrawn",
        "insufficient_funds",
        "account_not_found",
        "currency_mismatch",
        "not_executed",
      ],
    }),
    asCustomer,
    (c) => act(c, "approve"),
  )
  .post(
    "/pay-outs/:movementID/reject",
    describe("Wallet", {
      id: "rejectPayOut",
      responds: { 200: "PayOutResponse" },
      refusals: ["movement_ended", "movement_withdrawn", "movement_processing"],
    }),
    asCustomer,
    (c) => act(c, "reject"),
  );

async function act(c: Context<AppEnv>, action: "approve" | "reject"): Promise<Response> {
  const acted = await actOnPayOut(c.get("deps"), walletActor(c), pathId(c, "movementID"), action);
  const payOut = orThrow(acted);
  const status = payOut.movement.status === "processing" ? 202 : 200;
  return respond<"PayOutResponse">(c, { pay_out: presentPayOut(payOut) }, status);
}
