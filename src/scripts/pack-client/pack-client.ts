// `npm run pack:client`: builds the merchants' client and packs it as dist/merchant-payments-client-<version>.tgz.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { offerHelp } from "../run.ts";
import { bundleDeclarations } from "./declarations.ts";

const SOURCE = "src/sdk";
const PACKAGE = "dist/client";

offerHelp();
rmSync(PACKAGE, { recursive: true, force: true });
for (const file of ["package.json", "README.md"]) cpSync(`${SOURCE}/${file}`, `${PACKAGE}/${file}`);

for (const [format, extension] of [
  ["esm", "js"],
  ["cjs", "cjs"],
] as const) {
  await build({
    entryPoints: [`${SOURCE}/index.ts`],
    outfile: `${PACKAGE}/index.${extension}`,
    bundle: true,
    format,
    target: "es2022",
    tsconfigRaw: {},
  });
}

await build({
  entryPoints: [`${SOURCE}/cli/cli.ts`],
  outfile: `${PACKAGE}/cli.js`,
  ...{ bundle: true, minify: true, format: "esm", platform: "node", target: "es2022", tsconfigRaw: {} },
  banner: { js: "#!/usr/bin/env node" },
});

const declarations = mkdtempSync(join(tmpdir(), "client-declarations-"));
run("tsc", "-p", SOURCE, "--outDir", declarations);
writeFileSync(`${PACKAGE}/index.d.cts`, bundleDeclarations(declarations, "index.d.ts"));
writeFileSync(`${PACKAGE}/index.d.ts`, 'export * from "./index.cjs";\n');
rmSync(declarations, { recursive: true });

run("npm", "pack", `./${PACKAGE}`, "--pack-destination", "dist");

/** Windows runs these through its shell. */
function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: "inherit", shell: process.platform === "win32" });
}
