import * as z from "zod/mini";
import { documented, named } from "../shared/published.ts";

/** Offsets such as `+02:00` are none: they do not say when daylight saving begins. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** In the spelling of the time zone database. */
const TimeZone = documented(
  { description: "A name of the IANA time zone database, such as `Europe/Berlin`. `UTC` when never set." },
  z.nullish(
    z.pipe(
      z
        .string()
        .check(
          z.refine(isTimeZone, { error: "must be an IANA time zone, such as Europe/Berlin", abort: true }),
        ),
      z.transform(spelled),
    ),
  ),
);

export const SettingsBody = named("UpdateMerchantSettings", z.object({ time_zone: TimeZone }));

function isTimeZone(name: string): boolean {
  try {
    return NAME.test(name) && spelled(name) !== "";
  } catch {
    return false;
  }
}

/** Throws RangeError for an unknown name. */
function spelled(name: string): string {
  return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
}
