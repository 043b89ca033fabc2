import * as z from "zod/mini";
import { responseOf, Secret, text, time, uuid } from "../shared/envelope.ts";
import { named } from "../shared/published.ts";

export const Pairing = named(
  "Pairing",
  z.object({
    counter_id: uuid(),
    code: Secret("Pairs one till. Shown in this response only."),
    url: text("The page that pairs the browser which opens it."),
    qr_code_url: text("The address as a QR code: a data URI of a PNG image."),
    expires_at: time(),
  }),
);

export const Till = named(
  "Till",
  z.object({
    id: uuid(),
    counter_id: uuid(),
    name: z.string(),
    created_at: time("When it was paired."),
    last_used_at: time("Exact to ten minutes."),
    expires_at: time("Without use, or a year after it was paired."),
  }),
);

export const PairingResponse = responseOf("PairingResponse", "A code that pairs one till.", {
  pairing: Pairing,
});
export const TillsResponse = responseOf("TillsResponse", "The counter's tills, newest first.", {
  tills: z.array(Till),
});
