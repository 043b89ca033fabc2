// `npm run openapi` writes the OpenAPI document of each environment from the app's routes; with --check it fails
// when a committed document is stale.
import { readFile, writeFile } from "node:fs/promises";
import { createApp } from "../../app.ts";
import { openApiDocument } from "../../routes/openapi/document.ts";

const isCheck = process.argv.includes("--check");
const { routes } = createApp();
let isStale = false;

for (const environment of ["sandbox", "live"] as const) {
  const file = `src/assets/openapi.${environment}.json`;
  const text = `${JSON.stringify(openApiDocument(routes, environment), null, 2)}\n`;
  if (!isCheck) {
    await writeFile(file, text);
  } else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    console.error(`${file} is stale: run npm run openapi`);
    isStale = true;
  }
}
if (isStale) process.exitCode = 1;
