// `npm run pack:client`: packs the merchants' client as dist/merchant-payments-client-<version>.tgz.
import { mkdirSync, writeFileSync } from "node:fs";
import { offerHelp } from "../run.ts";
import { packClient } from "./client-package.ts";

offerHelp();
const { file, tarball, integrity } = await packClient();
mkdirSync("dist", { recursive: true });
writeFileSync(`dist/${file}`, tarball);
console.log(`dist/${file}\n${integrity}`);
