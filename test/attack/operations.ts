// The operations of the service's own OpenAPI document, so that a new route is attacked without a change here.
import { ScriptError } from "../../src/scripts/run.ts";
import { send, type Target } from "./requests.ts";
import type { Shop } from "./shops.ts";

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** False for public operations, and for those with a signature instead. */
  needsToken: boolean;
  /** A body that the operation accepts; undefined without a JSON body. */
  example: object | undefined;
}

interface DocumentedOperation {
  operationId?: string;
  security?: Record<string, unknown>[];
  requestBody?: {
    content: { "application/json"?: { example?: object; examples?: Record<string, { value: object }> } };
  };
}

let known: Operation[] | null = null;

export async function readOperations(target: Target): Promise<Operation[]> {
  known ??= await fetchOperations(target);
  return known;
}

async function fetchOperations(target: Target): Promise<Operation[]> {
  const { status, json: document } = await send(target, "GET", "/openapi.json");
  if (status !== 200) throw new ScriptError(`GET /openapi.json failed with ${status}.`);
  const paths = Object.entries(document.paths as Record<string, Record<string, DocumentedOperation>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, security = [], requestBody }]) => {
      if (id === undefined) return [];
      const body = requestBody?.content["application/json"];
      const example = body === undefined ? undefined : (body.example ?? firstOf(body.examples) ?? {});
      const needsToken = security.some((scheme) => "bearer" in scheme);
      return [{ id, method: method.toUpperCase(), path, needsToken, example }];
    }),
  );
}

function firstOf(examples: Record<string, { value: object }> | undefined): object | undefined {
  return Object.values(examples ?? {})[0]?.value;
}

/** The operation's request with the ids of this shop, or with `id` in place of each of them. */
export function requestOf({ method, path, example }: Operation, shop: Shop, id?: string) {
  const ids: Record<string, string> = {
    intentID: shop.awaitingApproval,
    counterID: shop.counter.id,
    merchantID: shop.merchantId,
    deliveryID: shop.deliveryId,
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => id ?? ids[name] ?? shop.merchantId);
  return { method, path: filled, json: example };
}
