export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.byteLength;
  }
  return whole;
}
