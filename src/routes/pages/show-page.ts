import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { chooseLanguage, type Language } from "../../pages/languages.ts";
import type { Html } from "../../pages/layout.ts";

/** Shows a page in the reader's language, under its own Content-Security-Policy. */
export function showPage(
  c: Context,
  policy: string,
  page: (language: Language) => Html,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  c.header("Content-Security-Policy", policy);
  return c.html(page(chooseLanguage(c.req.query("lang"), c.req.header("Accept-Language"))), status);
}
