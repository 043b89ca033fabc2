import type { Mount } from "#core/part.ts";
import { checkout } from "./routes/checkout.ts";

export const routes: Mount = (app) => {
  app.route("/pay", checkout);
};
