// Generates the OpenAPI documents: the service's in each environment, from the app's routes, and that of the ledger which the
// service needs. One that is not valid is an error.
import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument } from "../../routes/openapi/document.ts";
import { createSandboxApp } from "../../sandbox/app.ts";
import { writeGenerated } from "./generated-file.ts";
import { ledgerDocument } from "./ledger/document.ts";

const { routes } = createSandboxApp();
const documents = {
  "openapi.sandbox.json": openApiDocument(routes, "sandbox"),
  "openapi.live.json": openApiDocument(routes, "live"),
  "openapi-ledger.json": ledgerDocument(),
};

for (const [file, document] of Object.entries(documents)) {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  if (!valid) {
    console.error(`${file} is not valid OpenAPI:`, errors);
    process.exitCode = 1;
  }
  writeGenerated(`src/assets/${file}`, text);
}
