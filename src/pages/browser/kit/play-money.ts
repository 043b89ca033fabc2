import { playMoneyIn } from "../../play-money.ts";
import { type Child, h } from "./h.ts";

/** Stands beside the shop's name, after a space. */
export function playMoneyBadge(...payment: Parameters<typeof playMoneyIn>): Child {
  const text = playMoneyIn(...payment);
  return text === null ? null : [" ", h("span", { class: "play-money" }, text)];
}
