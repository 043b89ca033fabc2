// Live's HTTP surface, and what only the sandbox has.
import { createApp } from "../app.ts";
import { requireOwnHost } from "../http/own-host.ts";
import { addSandboxRefusals } from "../http/refusals.ts";
import { identityProvider } from "../routes/identity-provider/identity-provider.ts";
import { stagePages } from "../routes/pages/stage-page.ts";
import { sandbox } from "../routes/sandbox/sandbox.ts";
import { sandboxDependenciesFor } from "./composition.ts";
import { refusals } from "./refusals.ts";

addSandboxRefusals(refusals);

export function createSandboxApp() {
  return createApp(sandboxDependenciesFor, {
    beforeLimit(app) {
      app.use(requireOwnHost);
      // Its refusals count against the address.
      app.route("/", identityProvider);
    },
    routes(app) {
      app.route("/sandbox", stagePages);
      app.route("/sandbox/v1", sandbox);
    },
  });
}
