import { describe, it } from "vitest";
import { adminToken, call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";

describe("the body of a resolution", () => {
  it.each([
    [{}, "transaction_id", "or outcome is required"],
    [{ transaction_id: null, outcome: null }, "transaction_id", "or outcome is required"],
    [{ transaction_id: "tx-1", outcome: "declined" }, "outcome", "must not be sent with transaction_id"],
    [{ outcome: "settled" }, "outcome", "must be one of declined"],
    [{ transaction_id: "" }, "transaction_id", "must have at least 1 character"],
    [{ transaction_id: 7 }, "transaction_id", "must be a string"],
    [{ transaction_id: "tx-1", confirm: 7 }, "confirm", "must be a string"],
  ])("is refused: %j", async (json, field, message) => {
    const path = `${MERCHANT_API}/admin/payment-intents/${UNKNOWN_ID}/resolve`;
    expectInvalid(await call("POST", path, { token: await adminToken(), json }), field, message);
  });
});
