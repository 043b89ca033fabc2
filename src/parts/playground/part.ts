import type { Part } from "#core/part.ts";
import { playgroundPages, showPlayground } from "./playground-page.ts";

export const playground = {
  routes: (app) => {
    app.get("/", showPlayground);
    app.route("/sandbox", playgroundPages);
  },
} satisfies Pick<Part, "routes">;
