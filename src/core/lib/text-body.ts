// The one place where the bytes of a request's body become text. A lenient decoder puts � in place of what is not UTF-8, and
// then two references, or two keys, are one.
import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

export type BodyFault = "body_too_large" | "not_utf8" | "unsupported_charset" | "unsupported_encoding";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** What is not UTF-8 is told as such, whatever its header calls it. */
export function textBody(
  maxSize: number,
  refuse: (fault: BodyFault, c: Context) => Response,
): MiddlewareHandler {
  const limit = bodyLimit({ maxSize, onError: (c) => refuse("body_too_large", c) });
  return async (c, next) => {
    const tooLarge = await limit(c, async () => {});
    if (tooLarge) return tooLarge;
    const fault = c.req.raw.body === null ? null : await readText(c.req);
    return fault === null ? await next() : refuse(fault, c);
  };
}

async function readText(request: HonoRequest): Promise<BodyFault | null> {
  const encoding = request.header("Content-Encoding") ?? "";
  if (!/^(identity)?$/i.test(encoding)) return "unsupported_encoding";
  const bytes = await request.raw.arrayBuffer();
  const type = request.header("Content-Type") ?? "";
  let text: string;
  try {
    text = decoder.decode(bytes);
    if (/^application\/x-www-form-urlencoded\b/i.test(type)) decodeEscapes(text);
  } catch {
    return "not_utf8";
  }
  // Whoever reads the body gets this text, and decodes nothing again. Hono's type does not say that promises are cached.
  Object.assign(request.bodyCache, { text: Promise.resolve(text) });
  const isAscii = text.length === bytes.byteLength;
  return isAscii || isNamedUtf8(type) ? null : "unsupported_charset";
}

/** Its escapes are read as a form's are. */
export function isUtf8Query(url: string): boolean {
  try {
    decodeEscapes(url.slice(url.indexOf("?") + 1 || url.length));
    return true;
  } catch {
    return false;
  }
}

/** Throws URIError where the bytes of a form's escapes are not UTF-8. A `%` that begins no escape stands for itself. */
function decodeEscapes(form: string): void {
  for (const [escapes] of form.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
}

/** ASCII is UTF-8. */
function isNamedUtf8(contentType: string): boolean {
  const [, charset = "utf-8"] = /;\s*charset="?([^\s";]*)/i.exec(contentType) ?? [];
  return /^(utf-?8|(us-)?ascii)$/i.test(charset);
}
