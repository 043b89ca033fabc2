import type { Mount } from "#core/part.ts";
import { reconciliation } from "./routes/reconciliation.ts";

export const routes: Mount = (app) => {
  app.route("/merchant/api/v1/admin/reconciliation", reconciliation);
};
