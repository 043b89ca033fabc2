import type { Mount } from "#core/part.ts";
import { stickerCodes } from "./routes/sticker-codes.ts";
import { stickerPage } from "./routes/sticker-page.ts";
import { stickers } from "./routes/stickers.ts";

export const routes: Mount = (app) => {
  app.route("/merchant/api/v1", stickerCodes);
  app.route("/wallet/api/v1/stickers", stickers);
  app.route("/s", stickerPage);
};
