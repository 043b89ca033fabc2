// `npm run test:wallet -- [HOOK_URL] [options]`: whether a wallet app, with its platform, does what people and shops rely on, one
// line for each of ten cases. Exits with 1 when it does not. The suite takes the place of the service, and drives the wallet
// through a hook that its author writes: test/conformance/wallet/wallet-under-test.ts says what it is sent, and
// test/conformance/wallet/reference-wallet.ts is one. Without HOOK_URL it checks that wallet.
//
// --port PORT              where the suite listens, on loopback; any that is free
// --service-url URL        where the wallet reaches it, such as a tunnel's address
// --wait-seconds SECONDS   how long the wallet may take to show a change; 10
import { readOptions, run, ScriptError } from "#scripts/run.ts";
import { serve } from "#scripts/serve.ts";
import { checkConformance, lineOf, summaryOf } from "./conformance.ts";
import { WALLET_CASES } from "./wallet/cases.ts";
import { FakeService } from "./wallet/fake-service.ts";
import { ReferenceWallet } from "./wallet/reference-wallet.ts";
import { WalletUnderTest } from "./wallet/wallet-under-test.ts";

const text = { type: "string" } as const;

await run(async () => {
  const { values, positionals } = readOptions({
    allowPositionals: true,
    options: { port: text, "service-url": text, "wait-seconds": text },
  });
  const waitMs = Number(values["wait-seconds"] ?? 10) * 1000;
  if (!(waitMs > 0)) throw new ScriptError("--wait-seconds must be a number greater than 0.");
  const service = new FakeService();
  const { url } = await serve(service.respond, Number(values.port ?? 0));
  const hook = positionals[0] ?? (await serve(new ReferenceWallet().respond)).url;
  const scene = {
    wallet: new WalletUnderTest(hook, waitMs),
    service,
    serviceUrl: values["service-url"] ?? url,
  };
  console.log(`Checking the wallet at ${hook}, with a service at ${scene.serviceUrl}.\n`);
  const outcomes = await checkConformance(scene, (outcome) => console.log(lineOf(outcome)), WALLET_CASES);
  console.log(`\n${summaryOf(outcomes)}`);
  process.exit(outcomes.some(({ result }) => result === "failed") ? 1 : 0);
});
