// A field that the service accepts and does not list would be reported to the caller as unknown.
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fieldsOf } from "../../src/http/warnings.ts";
import { fieldNames } from "../../src/routes/openapi/schemas.ts";
import * as counters from "../../src/wire/requests/counters.ts";
import * as deliveries from "../../src/wire/requests/deliveries.ts";
import * as fields from "../../src/wire/requests/fields.ts";
import * as listIntents from "../../src/wire/requests/list-intents.ts";
import * as merchants from "../../src/wire/requests/merchants.ts";
import * as paymentIntents from "../../src/wire/requests/payment-intents.ts";
import * as qr from "../../src/wire/requests/qr.ts";
import * as sandbox from "../../src/wire/requests/sandbox.ts";
import * as tokens from "../../src/wire/requests/tokens.ts";
import * as transactions from "../../src/wire/requests/transactions.ts";
import * as webhooks from "../../src/wire/requests/webhooks.ts";

const modules: Record<string, unknown> = {
  ...counters,
  ...deliveries,
  ...fields,
  ...listIntents,
  ...merchants,
  ...paymentIntents,
  ...qr,
  ...sandbox,
  ...tokens,
  ...transactions,
  ...webhooks,
};
const requests = Object.entries(modules).flatMap(([name, schema]): [string, z.ZodType][] =>
  /(Body|Query|Request)$/.test(name) && schema instanceof z.ZodType ? [[name, schema]] : [],
);

describe("the fields that a request is known to have", () => {
  it.each(requests)("are those that the API documents for %s", (_name, schema) => {
    expect(fieldNames(schema).length).toBeGreaterThan(0);
    expect(fieldsOf(schema).sort()).toEqual(fieldNames(schema).sort());
  });

  it("are checked for every request", () => {
    expect(requests.length).toBeGreaterThanOrEqual(15);
  });
});
