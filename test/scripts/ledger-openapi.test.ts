// The ledger's OpenAPI document against the code that it describes.
import { describe, expect, it } from "vitest";
import { createLedgerClient } from "#core/adapters/ledger.ts";
import type { Database } from "#core/db/client.ts";
import { createLedger } from "#core/ledger/app.ts";
import { transactionRequest } from "#core/ledger/requests.ts";
import { parseLedgerEvent } from "#core/wire/payment-intents/ledger.ts";
import { ledgerDocument as generated } from "#scripts/generate/ledger/document.ts";
import type { RequestBody, ResponseObject } from "#scripts/openapi/types.ts";
import { newTransfer } from "../conformance/transfers.ts";
import { ledgerDocument as document, faultsOf } from "./ledger-document.ts";

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const events = Object.values(document.webhooks).flatMap(({ post }) => post ?? []);

function bodies(holder: RequestBody | ResponseObject | undefined) {
  const media = holder?.content?.["application/json"];
  const examples = Object.values(media?.examples ?? {});
  return examples.map((example) => ({
    schema: media?.schema ?? {},
    value: "value" in example ? example.value : null,
  }));
}

const shown = [...operations.map(({ operation }) => operation), ...events].flatMap((operation) => [
  ...bodies(operation.requestBody),
  ...Object.values(operation.responses).flatMap((response) => ("$ref" in response ? [] : bodies(response))),
]);

describe("the ledger's OpenAPI document", () => {
  it("is what the schemas say", () => {
    expect(JSON.parse(JSON.stringify(generated()))).toEqual(document);
  });

  it("has every route of the embedded ledger and nothing else", () => {
    const { routes } = createLedger({
      db: {} as Database,
      tokens: [],
      scheduleSettlement: async () => undefined,
    });
    const served = routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`);
    const documented = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/, ":$1")}`);
    expect(documented.sort()).toEqual([...new Set(served)].sort());
  });

  it("shows examples that are as its schemas say", () => {
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.flatMap(({ schema, value }) => faultsOf(value, schema))).toEqual([]);
  });

  it("describes the transfers that the service sends, which the embedded ledger accepts", () => {
    const accounts = { fromAccountId: "wallet-1", toAccountId: "merchant-1" };
    const { body } = newTransfer({ kind: "payment", ...accounts, amountMinor: 1250, currency: "USD" });
    expect(faultsOf(body, { $ref: "#/components/schemas/TransactionRequest" })).toEqual([]);
    expect(transactionRequest.safeParse(body)).toMatchObject({ success: true });
  });

  it("shows nothing that the service's client does not read", async () => {
    for (const value of examplesOf("getTransaction")) {
      const { transaction_id: id } = value as { transaction_id: string };
      expect(await clientOf(value).findById(id)).toMatchObject({ transactionId: id, amountMinor: 1250 });
    }
    for (const page of examplesOf("listTransactions"))
      expect((await clientOf(page).listTransactions("a", 1, 20)).transactions).toHaveLength(2);
    for (const account of examplesOf("getAccount"))
      expect(await clientOf(account).findBalances("a")).toEqual([{ currency: "USD", amountMinor: 8750n }]);
    for (const { requestBody } of events)
      for (const { value } of bodies(requestBody)) expect(parseLedgerEvent(value)).not.toBeNull();
  });
});

it("the ledger's OpenAPI document lists the refusals that tell that a ledger does not open accounts", async () => {
  const { operation } = operations.find((each) => each.operation.operationId === "openAccount") ?? {};
  const accepted: string[] = [];
  for (const status of [400, 401, 403, 404, 405, 409, 410, 422, 500, 501, 503]) {
    const opened = clientOf({ error: "no" }, status).openWallet("w-1");
    await opened.then(
      () => accepted.push(String(status)),
      () => undefined,
    );
  }
  expect(accepted).not.toEqual([]);
  expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(accepted));
});

/** Takes those of the operation's 200. */
function examplesOf(operationId: string): unknown[] {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  const values = bodies(found?.operation.responses[200] as ResponseObject).map(({ value }) => value);
  expect(values).not.toEqual([]);
  return values;
}

function clientOf(body: unknown, status = 200) {
  const fetch = async () => Response.json(body, { status });
  return createLedgerClient({ fetch, baseUrl: "https://ledger.test", tokens: [""] });
}
