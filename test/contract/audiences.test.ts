// What shops, wallet apps and operators are given of the whole document.
import { describe, expect, it } from "vitest";
import { createApp } from "#main/app.ts";
import { dependenciesFor } from "#main/composition.ts";
import { AUDIENCES, documentFor } from "#scripts/openapi/audiences.ts";
import { openApiDocument } from "#scripts/openapi/document.ts";
import type { OpenApiDocument, PathItem } from "#scripts/openapi/types.ts";
import "#scripts/openapi/add-parts.ts";
import { document } from "../support/openapi.ts";

const live = openApiDocument(createApp(dependenciesFor).routes, "live");
const partsOf = (whole: OpenApiDocument) => AUDIENCES.map((audience) => documentFor(audience, whole));
const sandboxParts = partsOf(document);
const operationsIn = (paths: Record<string, PathItem>) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );

/** All that a document has, each under its name. */
function contents({ paths, webhooks, tags, components }: OpenApiDocument): Map<string, unknown> {
  const named = Object.entries(components).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, value]) => [`${kind} ${name}`, value] as const),
  );
  const described = tags.map((tag) => [`tag ${tag.name}`, tag] as const);
  return new Map([...operationsIn(paths), ...operationsIn(webhooks), ...described, ...named]);
}

function callers(operationId: string): string[] {
  const hasIt = (part?: OpenApiDocument) =>
    operationsIn(part?.paths ?? {}).some(([, each]) => each.operationId === operationId);
  return AUDIENCES.filter((_, i) => hasIt(sandboxParts[i]));
}

describe.each([
  ["sandbox", document, sandboxParts],
  ["live", live, partsOf(live)],
])("the documents of the audiences in %s", (_, whole, parts) => {
  it("have together what the whole has, as it is there, and nothing else", () => {
    const all = contents(whole);
    const names = new Set<string>();
    for (const [name, value] of parts.flatMap((part) => [...contents(part)])) {
      expect(value, name).toEqual(all.get(name));
      names.add(name);
    }
    expect([...names].sort()).toEqual([...all.keys()].sort());
  });

  it("have each component that they refer to, and no other", () => {
    for (const part of parts) {
      const text = JSON.stringify(part);
      const references = Array.from(
        text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g),
        ([, kind, name]) => `${kind} ${name}`,
      );
      const schemes = Array.from(text.matchAll(/\{"(\w+)":\[\]\}/g), ([, name]) => `securitySchemes ${name}`);
      const named = Object.entries(part.components).flatMap(([kind, all]) =>
        Object.keys(all).map((name) => `${kind} ${name}`),
      );
      expect([...new Set([...references, ...schemes])].sort()).toEqual(named.sort());
    }
  });

  it("have a title each, the address of the service, and an introduction of at most 1 KB", () => {
    const titles = parts.map(({ info }) => info.title);
    expect(new Set([...titles, whole.info.title]).size).toBe(AUDIENCES.length + 1);
    for (const { info, servers } of [whole, ...parts]) {
      expect(new TextEncoder().encode(info.description).length).toBeLessThanOrEqual(1000);
      expect(servers).toEqual(whole.servers);
    }
  });

  it("are short for shops: at most 210 KB, with a token as the only way in", () => {
    const [shop = whole, wallet = whole] = parts;
    expect(new TextEncoder().encode(JSON.stringify(shop)).length).toBeLessThanOrEqual(210_000);
    expect(Object.keys(shop.components.securitySchemes).sort()).toEqual(["bearer", "clientCredentials"]);
    expect(operationsIn(shop.webhooks)).toHaveLength(8);
    expect(wallet.webhooks).toEqual({});
  });
});

it.each([
  ["createPaymentIntent", ["shop"]],
  ["simulate", ["shop"]],
  ["confirmPayment", ["wallet"]],
  ["topUpWallet", ["operator"]],
  ["reportLedgerEvent", ["operator"]],
  ["listTransactions", ["shop", "operator"]],
  ["getToken", ["shop", "wallet", "operator"]],
])("%s is for %j", (operationId, audiences) => {
  expect(callers(operationId)).toEqual(audiences);
});
