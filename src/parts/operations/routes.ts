import type { Mount } from "#core/part.ts";
import { deployment, metrics } from "./routes/operations.ts";

export const routes: Mount = (app) => {
  app.route("/", metrics);
  app.route("/merchant/api/v1/admin", deployment);
};
