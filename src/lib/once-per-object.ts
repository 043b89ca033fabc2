/** Builds a value for each object once, and keeps it as long as the object lives. */
export function oncePerObject<Of extends object, Value extends object>(
  build: (of: Of) => Value,
): (of: Of) => Value {
  const values = new WeakMap<Of, Value>();
  return (of) => {
    const value = values.get(of) ?? build(of);
    values.set(of, value);
    return value;
  };
}
