// Exchanges with a ledger, held to its committed OpenAPI document.
import { readFileSync } from "node:fs";
import type { OpenApiDocument } from "#scripts/openapi/types.ts";
import type { Serve } from "#scripts/serve.ts";
import { faultFinder } from "../support/closed-schemas.ts";

export const ledgerDocument: OpenApiDocument = JSON.parse(
  readFileSync("src/assets/openapi-ledger.json", "utf8"),
);

export const faultsOf = faultFinder(ledgerDocument);

/** Every exchange that the document does not allow, as text. */
export class Exchanges {
  readonly faults: string[] = [];
  /** Each "operationId status" that was seen. */
  readonly seen = new Set<string>();

  observe(respond: Serve): Serve {
    return async (request) => {
      const response = await respond(request);
      this.#check(request, response.status, await response.clone().json());
      return response;
    };
  }

  #check({ method, url }: Request, status: number, body: unknown): void {
    const { pathname } = new URL(url);
    const found = Object.entries(ledgerDocument.paths).find(([path]) =>
      new RegExp(`^${path.replace(/\{\w+\}/, "[^/]+")}$`).test(pathname),
    );
    const operation = found?.[1][method.toLowerCase()];
    const response = operation?.responses[status];
    const what = `${method} ${pathname} ${status}`;
    if (operation === undefined || response === undefined) {
      this.faults.push(`${what} is not in the document`);
      return;
    }
    this.seen.add(`${operation.operationId} ${status}`);
    if ("$ref" in response) return;
    const schema = response.content?.["application/json"]?.schema ?? {};
    for (const fault of faultsOf(body, schema)) this.faults.push(`${what}: ${fault}`);
  }
}
