// The merchants' client as an npm package: the same bytes on every machine, so that a version has one digest.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { gzipSync } from "fflate";
import { bundleDeclarations } from "./declarations.ts";
import { tarOf } from "./tar.ts";

const SOURCE = "src/sdk";

export interface ClientPackage {
  name: string;
  version: string;
  /** The tarball's file name. */
  file: string;
  tarball: Buffer;
  /** SHA-512 in the form of Subresource Integrity, as in a package-lock.json. */
  integrity: string;
}

export async function packClient(): Promise<ClientPackage> {
  const files = new Map<string, string>();
  for (const file of ["package.json", "README.md"])
    files.set(file, readFileSync(`${SOURCE}/${file}`, "utf8"));
  files.set("index.js", await bundle("index.ts", { format: "esm" }));
  files.set("index.cjs", await bundle("index.ts", { format: "cjs" }));
  const banner = { js: "#!/usr/bin/env node" };
  files.set("cli.js", await bundle("cli/cli.ts", { format: "esm", platform: "node", minify: true, banner }));
  files.set("index.d.cts", declarations());
  files.set("index.d.ts", 'export * from "./index.cjs";\n');
  const { name, version } = JSON.parse(files.get("package.json") ?? "");
  // Written in JavaScript: zlib, and what Node brings of it, compress differently from platform to platform.
  const tarball = Buffer.from(gzipSync(tarOf(files), { level: 9, mtime: 0 }));
  const digest = createHash("sha512").update(tarball).digest("base64");
  return { name, version, file: `${name}-${version}.tgz`, tarball, integrity: `sha512-${digest}` };
}

/** The package names itself by its package.json, of which a bundle takes no more than that. */
const ownName: Plugin = {
  name: "own-name",
  setup: ({ onLoad }) =>
    onLoad({ filter: /sdk[\\/]package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, "utf8"));
      return { contents: JSON.stringify({ name, version }), loader: "json" };
    }),
};

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const entryPoints = [`${SOURCE}/${entry}`];
  const own = { entryPoints, bundle: true, target: "es2022", tsconfigRaw: {}, write: false } as const;
  const { outputFiles } = await build({ ...options, ...own, plugins: [ownName] });
  return outputFiles[0]?.text ?? "";
}

function declarations(): string {
  const directory = mkdtempSync(join(tmpdir(), "client-declarations-"));
  try {
    const compiler = "node_modules/typescript/bin/tsc";
    execFileSync(process.execPath, [compiler, "-p", SOURCE, "--outDir", directory], { stdio: "inherit" });
    return bundleDeclarations(directory, "index.d.ts");
  } finally {
    rmSync(directory, { recursive: true });
  }
}
