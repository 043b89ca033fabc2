import type { Part } from "#core/part.ts";
import { playgroundPages } from "./playground-page.ts";

export const playground = {
  routes: (app) => {
    app.route("/sandbox", playgroundPages);
  },
} satisfies Pick<Part, "routes">;
