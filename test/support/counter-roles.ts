// The counters' and tills' rows of the table of roles.
import { COUNTERS, makeCounter } from "./counters.ts";
import type { TestMerchant } from "./parties.ts";
import { UNKNOWN_ID } from "./paths.ts";
import { MERCHANT_ONLY, OWNER_ONLY, type Rows, SIGNED_IN_OWNER, withStatus } from "./role-rows.ts";

const counterPath =
  (suffix = "", json?: unknown) =>
  async (merchant: TestMerchant) => ({
    path: `${COUNTERS}/${(await makeCounter(merchant)).id}${suffix}`,
    json,
  });

export const COUNTER_OPERATIONS: Rows = {
  "POST /merchant/api/v1/counters": [withStatus(201, OWNER_ONLY), { name: "Till 2" }],
  "GET /merchant/api/v1/counters": MERCHANT_ONLY,
  "GET /merchant/api/v1/counters/:counterID": { row: MERCHANT_ONLY, request: counterPath() },
  "PUT /merchant/api/v1/counters/:counterID": { row: OWNER_ONLY, request: counterPath("", {}) },
  "DELETE /merchant/api/v1/counters/:counterID": { row: OWNER_ONLY, request: counterPath() },
  "POST /merchant/api/v1/counters/:counterID/rotate-secret": {
    row: OWNER_ONLY,
    request: counterPath("/rotate-secret"),
  },
  "POST /merchant/api/v1/counters/:counterID/pairings": {
    row: withStatus(201, SIGNED_IN_OWNER),
    request: counterPath("/pairings"),
  },
  "GET /merchant/api/v1/counters/:counterID/tills": { row: MERCHANT_ONLY, request: counterPath("/tills") },
  "POST /merchant/api/v1/counters/:counterID/credentials": {
    row: SIGNED_IN_OWNER,
    request: counterPath("/credentials"),
  },
  "PATCH /merchant/api/v1/counters/:counterID/tills/:tillID": {
    row: withStatus(404, OWNER_ONLY),
    request: counterPath(`/tills/${UNKNOWN_ID}`, { name: "Bar" }),
  },
  "DELETE /merchant/api/v1/counters/:counterID/tills/:tillID": {
    row: withStatus(404, OWNER_ONLY),
    request: counterPath(`/tills/${UNKNOWN_ID}`),
  },
  "POST /merchant/api/v1/counters/:counterID/test-webhook": withStatus(404, MERCHANT_ONLY),
};
