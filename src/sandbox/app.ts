// Live's HTTP surface, and what only the sandbox has.

import { addSandboxRefusals } from "#core/http/refusals.ts";
import type { Part } from "#core/part.ts";
import { createApp } from "#main/app.ts";
import { sandboxDependenciesFor } from "./composition.ts";
import { noteRequest } from "./note-request.ts";
import { requireOwnHost } from "./own-host.ts";
import * as parts from "./parts.ts";
import { refusals } from "./refusals.ts";
import { identityProvider } from "./routes/identity-provider.ts";
import { sandbox } from "./routes/sandbox.ts";
import { signUps } from "./routes/sign-ups.ts";
import { testCases } from "./test-cases.ts";

addSandboxRefusals(refusals);

export function createSandboxApp() {
  return createApp(sandboxDependenciesFor, {
    beforeLimit(app) {
      app.use(requireOwnHost, noteRequest, testCases);
      // Its refusals count against the address.
      app.route("/", identityProvider);
    },
    routes(app) {
      for (const { routes } of Object.values<Part>(parts)) routes?.(app);
      app.route("/sandbox/v1", sandbox);
      app.route("/sandbox/v1/merchants", signUps);
    },
  });
}
