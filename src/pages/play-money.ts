// The badge of a payment whose money is not real.
import type { Wire } from "../core/wire/shared/wire-types.ts";
import type { Language } from "./languages.ts";

const PLAY_MONEY: Record<Language, string> = {
  en: "Play money",
  de: "Spielgeld",
  fr: "Argent fictif",
  es: "Dinero ficticio",
  ar: "نقود وهمية",
  ja: "テスト用のお金",
};

type Environment = Wire<"PublicPaymentIntent">["environment"];

/** Null where money is real, and where it is not known. */
export function playMoneyIn(environment: Environment | undefined, language: Language): string | null {
  return environment === "sandbox" ? PLAY_MONEY[language] : null;
}
