// The service's OpenAPI document, made from the app's routes. Loading those takes two seconds.
import "./sql-hooks.ts";

export async function serviceDocument(environment: "sandbox" | "live"): Promise<string> {
  const { openApiDocument } = await import("../routes/openapi/document.ts");
  const { createSandboxApp } = await import("../sandbox/app.ts");
  const { routes } = createSandboxApp();
  return `${JSON.stringify(openApiDocument(routes, environment), null, 2)}\n`;
}
