import type { Mount } from "#core/part.ts";
import { merchantData } from "./merchant-data.ts";
import { walletData } from "./wallet-data.ts";

export const routes: Mount = (app) => {
  app.route("/merchant/api/v1/admin/merchants", merchantData);
  app.route("/wallet/api/v1", walletData);
};
