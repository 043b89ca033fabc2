// What is shown when signing in or out has ended: no form, and nothing of the provider's.
import type { Language } from "../languages.ts";
import type { Html } from "../layout.ts";
import type { Notice } from "../messages/en.ts";
import { noticeSheet } from "../sheet.ts";
import { NOTICE_TEXTS, type SignInProblem } from "./notice-texts.ts";

/** `retry`: where to try again; null when that would not help. */
export function signInProblemPage(
  problem: SignInProblem,
  language: Language,
  retry: string | null = null,
): Html {
  return noticePage(NOTICE_TEXTS[language].problems[problem], language, retry);
}

export function signedOutPage(language: Language, retry: string | null): Html {
  return noticePage(NOTICE_TEXTS[language].signedOut, language, retry);
}

function noticePage({ title, text }: Notice, language: Language, retry: string | null): Html {
  const next = retry === null ? null : { href: retry, text: NOTICE_TEXTS[language].again };
  return noticeSheet({ language, title }, [text], next);
}
