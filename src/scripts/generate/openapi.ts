// Generates the OpenAPI documents: the sandbox's, and that of the ledger which the service needs. One that is not valid is an
// error; so is live's, which the build makes.
import { Validator } from "@seriousme/openapi-schema-validator";
import { serviceDocument } from "../service-document.ts";
import { writeGenerated } from "./generated-file.ts";
import { ledgerDocument } from "./ledger/document.ts";

const LIVE = "openapi.live.json";
const documents = {
  "openapi.sandbox.json": await serviceDocument("sandbox"),
  [LIVE]: await serviceDocument("live"),
  "openapi-ledger.json": `${JSON.stringify(ledgerDocument(), null, 2)}\n`,
};

for (const [file, text] of Object.entries(documents)) {
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  if (!valid) {
    console.error(`${file} is not valid OpenAPI:`, errors);
    process.exitCode = 1;
  }
  if (file !== LIVE) writeGenerated(`src/assets/${file}`, text);
}
