// Generates the OpenAPI document of each environment from the app's routes; one that is not valid is an error.
import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument } from "../../routes/openapi/document.ts";
import { createSandboxApp } from "../../sandbox/app.ts";
import { writeGenerated } from "./generated-file.ts";

const { routes } = createSandboxApp();

for (const environment of ["sandbox", "live"] as const) {
  const text = `${JSON.stringify(openApiDocument(routes, environment), null, 2)}\n`;
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  if (!valid) {
    console.error(`the ${environment} document is not valid OpenAPI:`, errors);
    process.exitCode = 1;
  }
  writeGenerated(`src/assets/openapi.${environment}.json`, text);
}
