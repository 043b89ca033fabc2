const ARABIC_DIGITS = /[\u0660-\u0669]/g;

/** A number as people write it; what is none is left as it is, for the service to say what is wrong. */
export function typedAmount(text: string | null): number | string | null {
  if (text === null) return null;
  const plain = text.normalize("NFKC").replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) - 0x660));
  const number = Number(plain.replace(/[,\u066b]/, "."));
  return Number.isNaN(number) ? text : number;
}
