// `npm exec -- node test/pretix/pretix.ts`: a real pretix with the plugin of src/sdk/pretix/ sells, is paid in the sandbox, refunds,
// and sees an order expire, with a counter's credentials alone; then again, killed between a refund and its webhook. Needs
// Python 3.11 or later. Listens at PRETIX_PORT, by default 8830, and the service at the next port.
import { resolve } from "node:path";
import { localService } from "#scripts/local-service.ts";
import { readFreePort } from "#scripts/port.ts";
import { run } from "#scripts/run.ts";
import { Steps } from "../keycloak/steps.ts";
import { workInCopy } from "../scripts/project-copy.ts";
import { preparePretix } from "./pretix-server.ts";
import { openScene } from "./scene.ts";
import { STORIES } from "./stories.ts";

const OPEN_SHOP = resolve("test/pretix/open_shop.py");

await run(async () => {
  const port = await readFreePort("PRETIX_PORT", 8830, "npm exec -- node test/pretix/pretix.ts", 2);
  console.log(`The logs are in ${workInCopy("pretix", {})}.`);
  const steps = new Steps();
  const service = localService({ port: port + 1, log: "service.log" });
  const pretix = await steps.run("pretix is installed", () => preparePretix(port, "./src/sdk/pretix"));
  await steps.run("the service starts", () => service.start());
  const scene = await openScene(`http://localhost:${port + 1}`, pretix, OPEN_SHOP);
  await steps.run("pretix starts", () => pretix.start().then(scene.shop.signIn));
  for (const [name, play] of STORIES) await steps.run(name, () => play(scene));
  await Promise.all([service.end("SIGTERM"), pretix.kill()]);
  console.log(steps.summary);
  process.exit(0);
});
