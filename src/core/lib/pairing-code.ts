// One-time codes that a person may have to type: Crockford's base32 (https://www.crockford.com/base32.html) leaves out
// the letters that are mistaken for digits or for each other.

export const PAIRING_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 26;
const GROUP = /.{1,5}/g;

export function groupSymbols(symbols: string): string {
  return (symbols.match(GROUP) ?? []).join("-");
}

/** Reads what is mistaken for a digit as that digit. */
export function symbolsIn(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}

/** Returns the code as it was made, however it was typed; null when the text cannot be a code. */
export function readPairingCode(text: string): string | null {
  const symbols = symbolsIn(text);
  const isCode =
    symbols.length === LENGTH && [...symbols].every((symbol) => PAIRING_SYMBOLS.includes(symbol));
  return isCode ? groupSymbols(symbols) : null;
}
