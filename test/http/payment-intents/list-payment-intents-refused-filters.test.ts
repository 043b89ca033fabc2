import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

describe("filters of GET /merchant/api/v1/payment-intents", () => {
  let token: string;

  beforeAll(async () => {
    token = (await makeMerchant()).token;
  });

  it.each([
    ["status=paid", "status"],
    ["status=", "status"],
    ["status=pending&status=expired", "status"],
    ["refund_status=none", "refund_status"],
    ["counter_id=abc", "counter_id"],
    [`reference=${"x".repeat(256)}`, "reference"],
    ["amount=", "amount"],
    ["amount=1e3", "amount"],
    ["amount=-12.5", "amount"],
    ["amount=0", "amount"],
    ["amount=1000000000", "amount"],
    ["amount=12.50001", "amount"],
    ["created_from=yesterday", "created_from"],
    ["created_from=2026-01-01", "created_from"],
    ["created_from=2026-02-30T00:00:00Z", "created_from"],
    ["created_to=2026-01-01T00:00:00%2B99:00", "created_to"],
  ])("are refused with a 400 that names the field: ?%s", async (query, field) => {
    expectInvalid(await call("GET", `${INTENTS}?${query}`, { token }), field);
  });

  it("are refused with all faults at once, in the order of the fields", async () => {
    const response = await call("GET", `${INTENTS}?created_from=now&status=paid&limit=0&page=0`, { token });
    expect(response.body.details.map(({ field }: { field: string }) => field)).toEqual([
      "page",
      "limit",
      "status",
      "created_from",
    ]);
  });
});
