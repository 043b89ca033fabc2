// The document against the routes, and against itself.

import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import { INTENT_STATUSES, REFUND_STATUSES } from "#core/domain/payment-intents/payment-intent.ts";
import { createApp } from "#main/app.ts";
import { dependenciesFor } from "#main/composition.ts";
import { openApiDocument } from "#scripts/openapi/document.ts";
import { codesIn } from "#scripts/openapi/failure-codes.ts";
import { OPERATION_WORDS } from "#scripts/openapi/operation-words.ts";
import type {
  JsonSchema,
  MediaType,
  Parameter,
  RequestBody,
  ResponseObject,
} from "#scripts/openapi/types.ts";
import "#scripts/openapi/add-parts.ts";
import { createSandboxApp } from "#sandbox/app.ts";
import { document, faultsOf, operations, resolve } from "../support/openapi.ts";
import { isPageOfPart } from "../support/part-rows.ts";
import { TOKEN_PATH } from "../support/paths.ts";
import { routes, routesWithToken } from "../support/routes.ts";

/** Not of this interface: the documentation itself, pages, and the embedded identity provider behind its token endpoint. */
const UNDOCUMENTED =
  /^(GET \/|GET \/docs|GET \/pay\/:intentID(\/receipt)?|GET \/logo\/:file|GET \/(dashboard|pos)\S*|GET \/wallet|GET \/desk(\/pair)?|\w+ \/(((wallet|desk)\/)?session\S*|internal\/places\/\S+|sandbox(\/merchants|\/v1\/wallet-session)?)|\w+ (\/admin)?\/realms\/(\*|\S+\/auth(\/\*)?))$/;

const documented = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`);

describe("the OpenAPI document", () => {
  it("has every route and nothing else", () => {
    const isNotOfIt = (route: string) => UNDOCUMENTED.test(route) || isPageOfPart(route);
    expect([...documented].sort()).toEqual(routes().filter((route) => !isNotOfIt(route)));
  });

  it("has words for its operations and no others", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(Object.keys(OPERATION_WORDS).sort()).toEqual(ids.sort());
  });

  it("asks for a token wherever the routes do", () => {
    const withToken = operations
      .filter(({ operation }) => operation.security?.some((way) => "bearer" in way))
      .map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`);
    // A desk's routes take a cookie, for which generators have no code that compiles.
    const isDesk = (route: string) => /^\w+ \/desk\//.test(route);
    expect(withToken.sort()).toEqual(routesWithToken().filter((route) => !isDesk(route)));
  });

  it("is what the routes say", () => {
    expect(JSON.parse(JSON.stringify(openApiDocument(createSandboxApp().routes, "sandbox")))).toEqual(
      document,
    );
  });

  it("lists the codes of failures without closing the list, which generated clients would hold later ones against", () => {
    const { FailureCode } = document.components.schemas;
    expect(FailureCode).toMatchObject({
      type: "string",
      "x-extensible-enum": expect.arrayContaining(["forbidden"]),
    });
    expect(FailureCode).not.toHaveProperty("enum");
  });

  it("closes only those enumerations of responses that never grow", () => {
    const requests = operations.map(({ operation }) => JSON.stringify(operation.requestBody ?? {}));
    const isOfRequest = (name: string) => requests.some((body) => body.includes(`/schemas/${name}"`));
    const closed = Object.entries(document.components.schemas)
      .filter(([name]) => !isOfRequest(name))
      .flatMap(([, schema]) =>
        [...JSON.stringify(schema).matchAll(/"enum":(\[.*?\])/g)].map(([, values]) => values),
      );
    const never = [INTENT_STATUSES, REFUND_STATUSES, ["sandbox", "live"], ["credit", "debit"], ["in", "out"]];
    expect([...new Set(closed)].sort()).toEqual(never.map((values) => JSON.stringify(values)).sort());
  });

  it("has nothing that generators make no working code of", () => {
    const schemes = Object.values(document.components.securitySchemes) as { in?: string }[];
    expect(schemes.filter((scheme) => scheme.in === "cookie")).toEqual([]);
    expect(JSON.stringify(document).match(/"const":(true|false)/g)).toBeNull();
    const alternatives = operations.flatMap(({ operation: { responses, parameters } }) =>
      JSON.stringify([responses, parameters]).match(/"anyOf"/g),
    );
    expect(alternatives.filter((each) => each !== null)).toEqual([]);
    const whole = schemasIn(document).filter((schema) => Number.isInteger(schema.const));
    expect(whole.filter(({ type }) => type !== "integer")).toEqual([]);
  });

  it("names every operation once", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("groups every operation under a tag it describes", () => {
    const known = document.tags.map(({ name }) => name);
    for (const { operation } of operations) expect(known).toEqual(expect.arrayContaining(operation.tags));
  });

  it("declares every parameter of every path", () => {
    for (const { path, operation } of operations) {
      const parameters = (operation.parameters ?? []).map((item) => resolve<Parameter>(item));
      const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`);
      expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it("refers to nothing that is not there", () => {
    for (const [, reference = ""] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      resolve({ $ref: reference });
    }
  });

  it("names Retry-After, WWW-Authenticate and Upgrade only where the service sends them", () => {
    const senders = { "Retry-After": ["429", "503"], "WWW-Authenticate": ["401"], Upgrade: ["101", "426"] };
    for (const { method, path, operation } of operations) {
      for (const [status, item] of Object.entries(operation.responses)) {
        const { headers = {}, description } = resolve<ResponseObject>(item);
        const named = Object.keys(headers);
        const isAwaited = codesIn(description).includes("operation_may_still_arrive");
        const statusOf = isAwaited && status === "409" ? "429" : status;
        const expected = Object.entries(senders).filter(([, statuses]) => statuses.includes(statusOf));
        const found = Object.keys(senders).filter((name) => named.includes(name));
        expect(found, `${method} ${path} ${status}`).toEqual(expected.map(([name]) => name));
      }
    }
  });

  it("says of a failure what its status means, and lists its codes, with an example where it names fields", () => {
    const meanings = new Map<string, Set<string>>();
    for (const { operation } of operations) {
      const { 304: _, ...responses } = operation.responses;
      for (const [status, item] of Object.entries(responses).filter(([name]) => !/^[12]/.test(name))) {
        const { description, content } = resolve<ResponseObject>(item);
        const { schema, examples = {} } = content?.["application/json"] ?? {};
        const what = `${operation.operationId} ${status}`;
        expect(description, what).toMatch(/^[A-Z][^\n]+\.\n\n(- (\d+ )?`\w+`(: [^\n]+)?(\n|$))+$/);
        if (operation.operationId === "getToken" && status !== "default") continue;
        const [first = ""] = codesIn(description);
        const isShown = status === "default" || first === "invalid_request";
        expect(Object.keys(examples), what).toEqual(isShown ? [first] : []);
        expect(schema, what).toEqual({ $ref: "#/components/schemas/Failure" });
        const [meaning = ""] = description.split("\n");
        meanings.set(status, (meanings.get(status) ?? new Set()).add(meaning));
      }
    }
    expect([...meanings].filter(([, texts]) => texts.size > 1)).toEqual([]);
  });

  it("names a response that operations share", () => {
    const { responses } = document.components;
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(["AnyFailure", "InvalidRequest", "Forbidden"]),
    );
    for (const { operation } of operations)
      expect(operation.responses.default).toEqual({ $ref: "#/components/responses/AnyFailure" });
  });

  it("has what generators need: types, formats, a success of every operation, and whose it is", () => {
    const schemas = schemasIn(document);
    expect(schemas.length).toBeGreaterThan(500);
    for (const schema of schemas) {
      const { type, format, maximum, ...rest } = schema as JsonSchema & { maximum?: number };
      if ("enum" in rest || "const" in rest) expect(type, JSON.stringify(schema)).toBeDefined();
      if (type === "number") expect(format, JSON.stringify(schema)).toBe("double");
      if (type === "integer" && (maximum ?? Infinity) > 2 ** 31)
        expect(format, JSON.stringify(schema)).toMatch(/^int/);
    }
    for (const { operation } of operations)
      expect(Object.keys(operation.responses).join(), operation.operationId).toMatch(/\b2\d\d\b/);
    expect(document.info).toMatchObject({ contact: expect.anything(), license: expect.anything() });
  });

  it("has every event as a webhook", () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, "ping"]);
  });

  it("has addresses that are relative to wherever the service runs", () => {
    expect(document.servers).toEqual([{ url: "/", description: "sandbox" }]);
    expect(document.components.securitySchemes).toMatchObject({
      clientCredentials: {
        flows: { clientCredentials: { tokenUrl: TOKEN_PATH } },
      },
    });
  });

  it("has no sandbox operations and no token endpoint in live", () => {
    const live = openApiDocument(createApp(dependenciesFor).routes, "live");
    const paths = Object.keys(live.paths).filter((path) => /^\/(sandbox|realms)/.test(path));
    expect(paths).toEqual([]);
    expect(live.tags.map(({ name }) => name)).not.toContain("Sandbox");
    expect(JSON.stringify(live)).not.toContain("payments.test");
  });

  it("has no schemas and examples in live that nothing refers to", () => {
    const { schemas, examples } = openApiDocument(createApp(dependenciesFor).routes, "live").components;
    expect(Object.keys(schemas)).not.toContain("SandboxWalletResponse");
    expect(Object.keys(examples)).not.toContain("SandboxWalletResponse.example");
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["PaymentIntentResponse", "FailureCode"]));
  });
});

/** Every object with a `type`, `enum` or `const` outside of examples. */
function schemasIn(node: unknown): JsonSchema[] {
  if (typeof node !== "object" || node === null) return [];
  const own = ["type", "enum", "const"].some((keyword) => keyword in node);
  const parts = Object.entries(node).filter(([name]) => name !== "examples" && name !== "securitySchemes");
  return [...(own ? [node as JsonSchema] : []), ...parts.flatMap(([, part]) => schemasIn(part))];
}

interface Exemplified {
  name: string;
  media: MediaType;
}

function allContent(): Exemplified[] {
  const webhooks = Object.values(document.webhooks).map(({ post }) => post);
  const all = [...operations.map(({ operation }) => operation), ...webhooks].filter(
    (item) => item !== undefined,
  );
  return all.flatMap(({ operationId, requestBody, responses }) => {
    const holders: [string, RequestBody | ResponseObject][] = Object.entries(responses).map(
      ([status, item]) => [status, resolve<ResponseObject>(item)],
    );
    if (requestBody !== undefined) holders.push(["request", requestBody]);
    return holders.flatMap(([holder, { content = {} }]) =>
      Object.entries(content)
        .filter(([type, { schema, examples }]) => {
          const isFailure = schema.$ref === "#/components/schemas/Failure";
          return !type.startsWith("image/") && !(isFailure && examples === undefined);
        })
        .map(([, media]) => ({ name: `${operationId} ${holder}`, media })),
    );
  });
}

describe("the examples of the document", () => {
  it.each(allContent().map(({ name, media }) => [name, media] as const))(
    "%s: are as its schema says",
    (_, media) => {
      const examples = Object.values(media.examples ?? {});
      expect(examples).not.toEqual([]);
      for (const example of examples) {
        expect(faultsOf(resolve<{ value: unknown }>(example).value, media.schema)).toEqual([]);
      }
    },
  );

  it("would be found out if they were not", () => {
    const failure = { $ref: "#/components/schemas/Failure" };
    const docs_url = "https://payments.example.com/docs/errors#forbidden";
    const good = {
      success: false,
      error: "No",
      code: "forbidden",
      request_id: crypto.randomUUID(),
      docs_url,
    };
    expect(faultsOf(good, failure)).toEqual([]);
    expect(faultsOf({ ...good, more: 1 }, failure)).not.toEqual([]);
    expect(faultsOf({ ...good, success: true }, failure)).not.toEqual([]);
    expect(faultsOf({ ...good, request_id: "no uuid" }, failure)).not.toEqual([]);
  });
});
