// A field that the service accepts and does not list would be reported to the caller as unknown.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { fieldsOf } from "../../../src/http/warnings.ts";
import { fieldNames } from "../../../src/routes/openapi/schemas.ts";
import * as counters from "../../../src/wire/counters/requests.ts";
import * as merchants from "../../../src/wire/merchants/requests.ts";
import * as paymentIntents from "../../../src/wire/payment-intents/requests.ts";
import * as sandbox from "../../../src/wire/sandbox/requests.ts";
import * as tokens from "../../../src/wire/sessions/token-requests.ts";
import * as fields from "../../../src/wire/shared/fields.ts";
import * as webhooks from "../../../src/wire/webhooks/requests.ts";

const modules: Record<string, unknown> = {
  ...counters,
  ...fields,
  ...merchants,
  ...paymentIntents,
  ...sandbox,
  ...tokens,
  ...webhooks,
};
const requests = Object.entries(modules).flatMap(([name, schema]): [string, z.ZodMiniType][] =>
  /(Body|Query|Request)$/.test(name) && schema instanceof z.ZodMiniType ? [[name, schema]] : [],
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
