// What a browser sees in which nobody is signed in.
import { button, noticePage } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { openSandboxWallet, type Session } from "./api.ts";
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
  const open = async () => {
    const outcome = await openSandboxWallet();
    if (outcome.kind === "ok") onSession(outcome.value);
    else problem.textContent = explain(outcome, speech);
  };
  const begin = button(words.sandbox, open, "primary big");
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
