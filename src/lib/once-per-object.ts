/** Builds a value for each object once, and keeps it as long as the object lives. */
export function oncePerObject<Of extends object, Value extends object>(
  build: (of: Of) => Value,
): (of: Of) => Value {
  const values = new WeakMap<Of, Value>();
  return (of) => {
    const known = values.get(of);
    if (known !== undefined) return known;
    const value = build(of);
    values.set(of, value);
    return value;
  };
}
