import type { HonoRequest } from "hono";

/** Null when the body is no application/x-www-form-urlencoded. */
export async function readForm(request: HonoRequest): Promise<URLSearchParams | null> {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/x-www-form-urlencoded") return null;
  // workerd warns of .text() on a form, once a call.
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
}
