import type { Context } from "hono";
import type * as z from "zod";
import { REALM } from "../../domain/realm.ts";
import type { Realm } from "./realm.ts";

/** Null when the body is not JSON or not what the schema asks for. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T | null> {
  const body: unknown = await c.req.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}

/** Where the realm's resources are, for their Location. */
export function adminUrl({ issuer }: Realm): string {
  return issuer.replace(`/realms/${REALM}`, `/admin/realms/${REALM}`);
}
