import type { Part } from "#core/part.ts";
import { stagePages } from "./stage-page.ts";

export const playground = {
  routes: (app) => {
    app.route("/sandbox", stagePages);
  },
} satisfies Pick<Part, "routes">;
