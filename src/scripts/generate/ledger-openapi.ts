// Generates the OpenAPI document of the ledger that the service needs; one that is not valid is an error.
import { Validator } from "@seriousme/openapi-schema-validator";
import { writeGenerated } from "./generated-file.ts";
import { ledgerDocument } from "./ledger/document.ts";

const text = `${JSON.stringify(ledgerDocument(), null, 2)}\n`;
const { valid, errors } = await new Validator().validate(JSON.parse(text));
if (!valid) {
  console.error("the ledger's document is not valid OpenAPI:", errors);
  process.exitCode = 1;
}
writeGenerated("src/assets/openapi-ledger.json", text);
