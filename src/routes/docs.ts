import { Hono } from "hono";
import type { Config } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { type Documentation, makeDocumentation } from "./openapi/documentation.ts";

/** Made on the first request of an isolate: most isolates are never asked. */
const made = new WeakMap<Config, Promise<Documentation>>();

export const docs = new Hono<AppEnv>()
  .get("/", (c) => c.redirect("/docs"))
  .get("/openapi.json", async (c) => {
    const { json } = await documentationFor(c.var.deps.config);
    return c.body(json, 200, { "Content-Type": "application/json" });
  })
  .get("/docs", async (c) => {
    const { page, styleHash } = await documentationFor(c.var.deps.config);
    c.header(
      "Content-Security-Policy",
      `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "no-referrer");
    return c.html(page);
  });

function documentationFor(config: Config): Promise<Documentation> {
  const known = made.get(config);
  if (known !== undefined) return known;
  const documentation = makeDocumentation(config);
  made.set(config, documentation);
  return documentation;
}
