import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant, asOwner, asSignedInOwner } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, pathId } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { createPairing, listTills, revokeTill } from "../../services/counters/tills.ts";
import { presentTill } from "../../wire/counters/present-till.ts";
import { presentCode } from "../../wire/sessions/present-pairing.ts";

export const tills = new Hono<AppEnv>()
  .post(
    "/:counterID/pairings",
    describe("Counters", {
      id: "createPairing",
      summary: "Create a code that pairs a till with a counter",
      description:
        "A till is a browser that acts as the counter: it creates and cancels payment intents, scans customers' codes and reads the counter's totals. The code works once, within 10 minutes, and only while whoever made it is an owner.",
      responds: { 201: "PairingResponse" },
      refusals: ["counter_not_active"],
    }),
    asSignedInOwner,
    async (c) => {
      const counterId = pathId(c, "counterID");
      const place = { merchantId: c.get("merchantId"), counterId };
      const createdBy = c.get("principal").subject;
      const code = orThrow(await createPairing(c.get("deps"), causeOf(c), { ...place, createdBy }));
      const page = `${c.get("deps").config.publicUrl}/pos/pair`;
      const pairing = { counter_id: counterId, ...presentCode(code, page) };
      return respond<"PairingResponse">(c, { pairing }, 201);
    },
  )
  .get(
    "/:counterID/tills",
    describe("Counters", {
      id: "listTills",
      summary: "List a counter's tills",
      responds: { 200: "TillsResponse" },
    }),
    asMerchant,
    async (c) => {
      const counterId = pathId(c, "counterID");
      const found = orThrow(await listTills(c.get("deps"), c.get("merchantId"), counterId));
      return respond<"TillsResponse">(c, { tills: found.map(presentTill) });
    },
  )
  .delete(
    "/:counterID/tills/:tillID",
    describe("Counters", {
      id: "revokeTill",
      summary: "Revoke a till",
      description: "Takes effect at once. Open intents of the till can still be paid.",
      responds: { 200: "MessageResponse" },
    }),
    asOwner,
    async (c) => {
      orThrow(
        await revokeTill(c.get("deps"), causeOf(c), {
          merchantId: c.get("merchantId"),
          counterId: pathId(c, "counterID", "till_not_found"),
          tillId: pathId(c, "tillID"),
        }),
      );
      return respond<"MessageResponse">(c, { message: "Till revoked" });
    },
  );
