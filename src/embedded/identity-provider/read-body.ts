import type { HonoRequest } from "hono";
import type * as z from "zod/mini";

/** Null when the body is not JSON or does not match the schema. */
export async function readJson<T>(request: HonoRequest, schema: z.ZodMiniType<T>): Promise<T | null> {
  const body: unknown = await request.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}

/** Null when the body is not `application/x-www-form-urlencoded`. */
export async function readForm(request: HonoRequest): Promise<URLSearchParams | null> {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/x-www-form-urlencoded") return null;
  // workerd logs a warning each time .text() reads a form.
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
}
