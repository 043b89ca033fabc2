// `npm run pack:client [-- --next]`: packs the merchants' client as dist/merchant-payments-client-<version>.tgz. With --next, a client
// that has changed gets the next patch version, unless src/sdk/package.json has a newer one already, whose digest is noted in src/assets/client.json: commit both.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readOptions, run, ScriptError } from "../run.ts";
import { packClient } from "./client-package.ts";

const MANIFEST = "src/sdk/package.json";
const NEWEST = "src/assets/client.json";

/** What has been named never changes, so whatever differs from it is another version. */
async function noteNext(): Promise<void> {
  const noted = JSON.parse(readFileSync(NEWEST, "utf8"));
  const changed = await packClient();
  if (changed.version === noted.version && changed.integrity === noted.integrity) return;
  if (changed.version === noted.version) {
    const [, base, patch] = /^(\d+\.\d+\.)(\d+)$/.exec(noted.version) ?? [];
    if (base === undefined) throw new ScriptError(`${NEWEST} has ${noted.version}, which is no release.`);
    const manifest = readFileSync(MANIFEST, "utf8");
    writeFileSync(MANIFEST, manifest.replace(/"version": ".*"/, `"version": "${base}${Number(patch) + 1}"`));
  }
  const { version, integrity } = await packClient();
  writeFileSync(NEWEST, `${JSON.stringify({ version, integrity }, null, 2)}\n`);
}

await run(async () => {
  const { values } = readOptions({ options: { next: { type: "boolean" } } });
  if (values.next) await noteNext();
  const { file, tarball, integrity } = await packClient();
  mkdirSync("dist", { recursive: true });
  writeFileSync(`dist/${file}`, tarball);
  console.log(`dist/${file}\n${integrity}`);
});
