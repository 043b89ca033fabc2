import * as z from "zod/mini";
import { integer, nullable, responseOf } from "#core/wire/shared/envelope.ts";

export const responses = {
  PushResponse: responseOf("How a wallet is pushed to.", {
    public_key: nullable(z.string(), "The service's key, in base64url; null where nothing is pushed."),
    subscriptions: integer("How many browsers are pushed to."),
  }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
