// What an app still knows on this device after a reload.

export function memoryOf<Remembered>(app: string) {
  const keyOf = (name: keyof Remembered) => `${app}.${String(name)}`;
  return {
    recall<Name extends keyof Remembered>(name: Name): Remembered[Name] | null {
      try {
        return JSON.parse(localStorage.getItem(keyOf(name)) ?? "null");
      } catch {
        return null;
      }
    },
    /** A full or forbidden storage stops nothing. */
    remember<Name extends keyof Remembered>(name: Name, value: Remembered[Name] | null): void {
      try {
        if (value === null) localStorage.removeItem(keyOf(name));
        else localStorage.setItem(keyOf(name), JSON.stringify(value));
      } catch {
        // It works without a memory.
      }
    },
  };
}
