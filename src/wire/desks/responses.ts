import * as z from "zod/mini";
import { DESK_STATUSES } from "../../domain/desk.ts";
import { responseOf, Secret, text, time, uuid } from "../shared/envelope.ts";
import { documented } from "../shared/published.ts";

export const Desk = z.object({
  id: uuid(),
  name: z.string(),
  currency: z.string(),
  status: documented("An inactive desk has no tablets, and gets none.", z.enum(DESK_STATUSES)),
  top_up_max: text("Decimal text: the most of one top-up."),
  top_up_day: text("The most of all top-ups of a UTC day."),
  pay_out_max: text("The most of one pay-out."),
  pay_out_day: text("The most of all pay-outs of a UTC day."),
  created_at: time(),
  updated_at: time(),
});
export const DeskResponse = responseOf("The desk as it now stands.", { desk: Desk });
export const DesksResponse = responseOf("All desks, newest first.", { desks: z.array(Desk) });

export const DeskPairing = z.object({
  desk_id: uuid(),
  code: Secret("Pairs one tablet. Shown in this response only."),
  url: text("The page that pairs the browser which opens it, once whoever uses it agrees."),
  qr_code_url: text("The address as a QR code: a data URI of a PNG image."),
  expires_at: time(),
});
export const DeskPairingResponse = responseOf("A code that pairs one tablet.", { pairing: DeskPairing });

export const Tablet = z.object({
  id: uuid(),
  desk_id: uuid(),
  name: z.string(),
  paired_by: text("The `sub` of the administrator who made its code."),
  created_at: time("When it was paired."),
  last_used_at: time("Exact to ten minutes."),
  expires_at: time("Without use, or a year after it was paired."),
});
export const TabletsResponse = responseOf("The desk's tablets, newest first.", { tablets: z.array(Tablet) });
