// `node src/scripts/make-push-keys.ts mailto:you@example.com`: prints keys for push messages as JSON, for `wrangler secret bulk`. The
// address, or an https one, is whom push services turn to when something is wrong.
import { run, ScriptError } from "./run.ts";
import { makePushKeys } from "./secrets.ts";

await run(async () => {
  const [subject = ""] = process.argv.slice(2);
  if (!/^(mailto:.+@|https:)/.test(subject)) throw new ScriptError("Name a mailto: or https: address.");
  console.log(JSON.stringify(makePushKeys(subject), null, 2));
});
