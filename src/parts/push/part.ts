import type { Part } from "#core/part.ts";
import { dependencies } from "./dependencies.ts";
import { queues } from "./queues.ts";
import { refusals } from "./refusals.ts";
import { routes } from "./routes.ts";
import { sealedValues } from "./sealed-values.ts";
import { tellBrowsers } from "./services/push.ts";
import { sweepPositions } from "./sweep.ts";
import { wallet } from "./wallet.ts";

export const push = {
  refusals,
  routes,
  dependencies,
  tellCustomer: tellBrowsers,
  queues,
  sealedValues,
  sweepPositions,
  wallet,
} satisfies Part;
