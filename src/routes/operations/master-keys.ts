import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { causeOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import {
  countRemaining,
  listMasterKeys,
  type MasterKeyUse,
  resealValues,
} from "../../services/operations/master-keys.ts";

export const masterKeys = new Hono<AppEnv>()
  .get(
    "/",
    describe("Platform", {
      id: "listMasterKeys",
      summary: "See which master keys are in use",
      description: "Counts the webhook secrets and signing keys that are sealed under each.",
      responds: { 200: "MasterKeysResponse" },
    }),
    asAdmin,
    async (c) => respond<"MasterKeysResponse">(c, { ...presentKeys(await listMasterKeys(c.get("deps"))) }),
  )
  .post(
    "/reseal",
    describe("Platform", {
      id: "resealValues",
      summary: "Move sealed values to the current master key",
      description:
        "Moves at most 200 values that are under an old key. Repeat it until `remaining` is 0; it can be stopped at any time.",
      responds: { 200: "ResealedResponse" },
    }),
    asAdmin,
    async (c) => {
      const { resealed, masterKeys } = await resealValues(c.get("deps"), causeOf(c));
      return respond<"ResealedResponse">(c, { resealed, ...presentKeys(masterKeys) });
    },
  );

function presentKeys(keys: MasterKeyUse[]) {
  const remaining = countRemaining(keys);
  const message = `${remaining} ${remaining === 1 ? "value" : "values"} under an old key`;
  return { master_keys: keys, remaining, message };
}
