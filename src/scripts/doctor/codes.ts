// How dense the code is that a till shows: a phone's camera has to read it from a small screen.
import { readCodes } from "../../core/config.ts";
import { QUIET_ZONE_MODULES, qrModules } from "../../core/qr/modules.ts";
import { checkoutUrl } from "../../core/wire/payment-intents/present-intent.ts";
import type { Finding } from "./check.ts";
import type { Variables } from "./target.ts";

const MODULES_MAX = 37;
/** Every intent's id is as long. */
const ID = "018f0000-0000-7000-8000-000000000000";

/** Says nothing of codes that are no links: what they hold grows with the merchant's name. */
export function checkCodes({ PUBLIC_URL = "", CODES = "", WALLET_APP_URL = "" }: Variables): Finding[] {
  const isLink = CODES === "" || CODES === "link";
  if (!isLink || readCodes({ CODES, WALLET_APP_URL }) !== "link" || !URL.canParse(PUBLIC_URL)) return [];
  const modules = qrModules(checkoutUrl(PUBLIC_URL.replace(/\/+$/, ""), ID)).length - 2 * QUIET_ZONE_MODULES;
  const isDense = modules > MODULES_MAX;
  const fix = isDense ? "With a shorter host in PUBLIC_URL, phones read it from further away." : null;
  const fault = `the link that a till’s code holds has ${modules} × ${modules} modules`;
  return [{ name: "codes.modules", result: isDense ? "warn" : "ok", fault, fix }];
}
