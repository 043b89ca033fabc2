// Pairs a till, for the page /pos/pair.
import { orThrow } from "../../http/refusals.ts";
import { lookUpPairing, redeemPairing } from "../../services/counters/tills.ts";
import { presentTill } from "../../wire/counters/present-till.ts";
import { pairRoutes } from "../sessions/pair-routes.ts";

export const pair = pairRoutes({
  face: "till",
  defaultName: "Till",
  lookUp: async (...asked) => {
    const { merchantName, counterName } = orThrow(await lookUpPairing(...asked));
    return { merchant_name: merchantName, counter_name: counterName };
  },
  redeem: async (...asked) => {
    const { secret, session } = orThrow(await redeemPairing(...asked));
    return { secret, paired: { till: presentTill(session) } };
  },
});
