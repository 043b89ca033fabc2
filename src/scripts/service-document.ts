// The service's OpenAPI document, made from the app's routes. Loading those takes two seconds.
import "./sql-hooks.ts";

export async function serviceDocument(environment: "sandbox" | "live"): Promise<string> {
  await import("./openapi/add-parts.ts");
  const { openApiDocument } = await import("./openapi/document.ts");
  const { createApp } = await import("../main/app.ts");
  const { dependenciesFor } = await import("../main/composition.ts");
  const { createSandboxApp } = await import("../sandbox/app.ts");
  const { routes } = environment === "sandbox" ? createSandboxApp() : createApp(dependenciesFor);
  return `${JSON.stringify(openApiDocument(routes, environment), null, 2)}\n`;
}
