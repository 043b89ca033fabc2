// The currency of a place, and play money in it.

/** What shops use most comes first. */
export const COMMON_CURRENCIES = [
  ..."EUR USD GBP JPY CHF AED SAR KWD INR BRL MXN CAD AUD".split(" "),
] as const;

/** What people pay with where the device's owner lives; a guess, which can be changed. */
export function guessCurrency(): string {
  const region = new Intl.Locale(navigator.language).maximize().region ?? "";
  return CURRENCY_OF_REGION[region] ?? "EUR";
}

const CURRENCY_OF_REGION: Record<string, string> = {
  US: "USD",
  GB: "GBP",
  JP: "JPY",
  CH: "CHF",
  AE: "AED",
  SA: "SAR",
  KW: "KWD",
  IN: "INR",
  BR: "BRL",
  MX: "MXN",
  CA: "CAD",
  AU: "AUD",
};

/** The currency's smallest units, such as cents, are as many: $12.50 and ¥1,250 buy about the same. */
export function smallAmount(minor: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return (minor / 10 ** digits).toFixed(digits);
}

/** What one tap puts into a wallet of the sandbox, in major units. */
export function playBalance(currency: string): number {
  return Number(smallAmount(10_000, currency));
}
