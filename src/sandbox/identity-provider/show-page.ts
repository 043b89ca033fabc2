import type { Context } from "hono";
import { chooseLanguage, type Language } from "#pages/languages.ts";
import type { Html } from "#pages/layout.ts";
import { formPagePolicy } from "#pages/policy.ts";

/** `policy`: further directives of the Content-Security-Policy. */
export async function showPage(
  c: Context,
  page: (language: Language) => Html,
  status: 200 | 400 | 410 = 200,
  policy = "",
): Promise<Response> {
  c.header("Content-Security-Policy", formPagePolicy() + policy);
  c.header("Cache-Control", "no-store");
  c.header("X-Frame-Options", "DENY");
  const language = chooseLanguage(c.req.query("ui_locales"), c.req.header("Accept-Language"));
  return c.html(page(language), status);
}
