import * as z from "zod/mini";
import { ApprovalsResponse } from "#core/wire/payment-intents/responses.ts";
import { responseOf } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import * as desks from "./wire/desk-responses.ts";
import * as movements from "./wire/movement-responses.ts";

export const responses = {
  ...desks,
  ...movements,
};

export const extendedResponses = {
  ApprovalsResponse: responseOf("What waits for this wallet, newest first.", {
    approvals: ApprovalsResponse.shape.approvals,
    pay_outs: documented("Pay-outs at a cash desk.", z.array(movements.PayOut)),
  }),
};

type Responses = typeof responses & typeof extendedResponses;
declare global {
  interface PartResponses extends Responses {}
}
