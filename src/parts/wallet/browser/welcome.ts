// What a browser sees in which nobody is signed in.
import { guessCurrency, playBalance } from "#pages/browser/kit/currencies.ts";
import { button, noticePage } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { formatMoney } from "#pages/format.ts";
import { openSandboxWallet, readCurrency, type Session } from "./api.ts";
import { explain } from "./explain.ts";
import type { Speech } from "./language.ts";

interface WelcomeOptions {
  isSandbox: boolean;
  /** Where signing in leads back to. */
  to: string;
  /** What the customer has just done. */
  done: "erased" | "stopped" | null;
  onSession(session: Session): void;
}

export function welcome(speech: Speech, { isSandbox, to, done, onSession }: WelcomeOptions): HTMLElement {
  const { welcome: words } = speech.texts;
  const problem = h("p", { class: "warning", role: "alert" });
  const query = new URLSearchParams(location.search);
  // The playground's till says in which currency it sells.
  let currency = query.get("currency") ?? guessCurrency();
  const open = async () => {
    const outcome = await openSandboxWallet({ currency, balance: playBalance(currency) });
    if (outcome.kind === "ok") onSession(outcome.value);
    else problem.textContent = explain(outcome, speech);
  };
  const label = () =>
    speech.texts.topUp.sandbox(formatMoney(String(playBalance(currency)), currency, speech.locale));
  const begin = button(label(), open, "primary big");
  const payment = query.get("pay");
  if (isSandbox && payment !== null)
    void readCurrency(payment).then((read) => {
      if (read.kind !== "ok") return;
      currency = read.value;
      begin.textContent = label();
    });
  // In a frame the provider shows nothing.
  const target = window.top === window ? null : "_top";
  const signIn = h(
    "a",
    {
      class: `button big ${isSandbox ? "" : "primary"}`,
      href: `/wallet/session/sign-in?to=${encodeURIComponent(to)}`,
      target,
    },
    words.signIn,
  );
  return noticePage(
    words.title,
    words.text,
    done === null ? null : h("p", { role: "status" }, words[done]),
    isSandbox ? [begin, h("p", { class: "hint" }, words.sandboxHint)] : null,
    signIn,
    problem,
  );
}
