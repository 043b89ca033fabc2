// Live's HTTP surface, and what only the sandbox has.

import { addSandboxRefusals } from "#core/http/refusals.ts";
import { createApp } from "#main/app.ts";
import { sandboxDependenciesFor } from "./composition.ts";
import { requireOwnHost } from "./own-host.ts";
import { refusals } from "./refusals.ts";
import { identityProvider } from "./routes/identity-provider.ts";
import { sandbox } from "./routes/sandbox.ts";
import { stagePages } from "./routes/stage-page.ts";

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
