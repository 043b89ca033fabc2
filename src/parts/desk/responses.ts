import * as z from "zod/mini";
import * as desks from "../../wire/desks/responses.ts";
import * as movements from "../../wire/movements/responses.ts";
import { ApprovalsResponse } from "../../wire/payment-intents/responses.ts";
import { responseOf } from "../../wire/shared/envelope.ts";
import { documented } from "../../wire/shared/published.ts";

export const responses = {
  ...desks,
  ...movements,
  ApprovalsResponse: responseOf("What waits for this wallet, newest first.", {
    approvals: ApprovalsResponse.shape.approvals,
    pay_outs: documented("Pay-outs at a cash desk.", z.array(movements.PayOut)),
  }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
