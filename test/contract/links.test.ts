// The document's links, against the operations to which they lead and the responses from which they take ids.
import { describe, expect, it } from "vitest";
import { AUDIENCES, documentFor } from "#scripts/openapi/audiences.ts";
import type { Link, OpenApiDocument, OperationObject, ResponseObject } from "#scripts/openapi/types.ts";
import { document, operations, resolve } from "../support/openapi.ts";

interface Found extends Link {
  from: OperationObject;
  /** Examples of the body that has the link. */
  bodies: unknown[];
}

/** A sticker's id is on its print: no response that a wallet gets has it before. */
const PRINTED = ["getSticker", "paySticker"];

const links: Found[] = operations.flatMap(({ operation: from }) =>
  Object.values(from.responses).flatMap((response) => {
    const { links = {}, content } = resolve<ResponseObject>(response);
    const examples = Object.values(content?.["application/json"]?.examples ?? {});
    const bodies = examples.map((example) => resolve<{ value: unknown }>(example).value);
    return Object.entries(links).map(([name, link]) => {
      expect(name).toBe(link.operationId);
      return { from, bodies, ...link };
    });
  }),
);

const operationIds = ({ paths }: OpenApiDocument) =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
const targetsOf = (operationId: string) =>
  links.filter(({ from }) => from.operationId === operationId).map((link) => link.operationId);
const pathIdsOf = (path = "") => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);

function valueAt(body: unknown, pointer: string): unknown {
  const names = pointer.split("/").slice(1);
  return names.reduce((node, name) => (node as Record<string, unknown> | undefined)?.[name], body);
}

describe("the links of the document", () => {
  it("take each value from what every example of the response has", () => {
    for (const { from, bodies, operationId, parameters, requestBody } of links) {
      const expressions = [...Object.values(parameters ?? {}), requestBody].join();
      for (const [, pointer = ""] of expressions.matchAll(/\$response\.body#([^,}]+)/g))
        for (const body of bodies)
          expect(valueAt(body, pointer), `${from.operationId} to ${operationId}`).not.toBeUndefined();
    }
  });

  it("give the ids of the path to which they lead, but for those that no response has", () => {
    const lacking = links.flatMap(({ operationId, parameters = {} }) => {
      const target = operations.find(({ operation }) => operation.operationId === operationId);
      const asked = pathIdsOf(target?.path);
      expect(asked, operationId).toEqual(expect.arrayContaining(Object.keys(parameters)));
      return asked.filter((name) => !(name in parameters)).map((name) => `${operationId} ${name}`);
    });
    expect([...new Set(lacking)].sort()).toEqual(["makeUserOwner userID", "revokeCounter counterID"]);
  });

  it.each(AUDIENCES)("lead in the document of a %s to its own operations", (audience) => {
    const part = documentFor(audience, document);
    const own = operationIds(part);
    const led = links.filter(({ from }) => own.includes(from.operationId));
    expect(led.length).toBeGreaterThan(5);
    expect(led.map(({ operationId }) => operationId).filter((id) => !own.includes(id))).toEqual([]);
  });

  it("lead to each operation whose path has an id", () => {
    const targets = new Set(links.map(({ operationId }) => operationId));
    const asking = operations.filter(({ path }) => path.includes("{"));
    const lonely = asking.map(({ operation }) => operation.operationId).filter((id) => !targets.has(id));
    expect(lonely).toEqual(PRINTED);
  });

  it("lead from a new payment intent to all that can be done with it, and from a new client to its token", () => {
    expect(targetsOf("createPaymentIntent")).toEqual([
      "getPaymentIntent",
      "listPaymentIntentEvents",
      "cancelPaymentIntent",
      "withdrawPaymentIntent",
      "refundPaymentIntent",
      "getPublicPaymentIntent",
      "watchPublicPaymentIntent",
      "drawQrCodeSvg",
      "drawQrCodePng",
      "simulate",
    ]);
    expect(targetsOf("listTills")).toEqual(["renameTill", "revokeTill"]);
    expect(targetsOf("listWebhookDeliveries")).toEqual(["getWebhookDelivery", "redeliverWebhook"]);
    expect(targetsOf("getPaymentIntent")).toEqual([]);
    expect(links.find(({ from }) => from.operationId === "listTills")?.parameters).toEqual({
      counterID: "$request.path.counterID",
      tillID: "$response.body#/tills/0/id",
    });
    expect(targetsOf("createSandboxWallet")).toEqual(["getToken"]);
  });
});
