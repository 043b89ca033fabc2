// What people call the browser and the system that a User-Agent names. The first that is found counts: browsers name each other.
const BROWSERS = "Edg=Edge OPR=Opera SamsungBrowser=Samsung FxiOS=Firefox Firefox CriOS=Chrome Chrome Safari";
const SYSTEMS = "iPhone iPad Android CrOS=ChromeOS Windows Mac Linux";

/** Such as "Chrome, Android"; null where it names neither. */
export function deviceName(userAgent: string): string | null {
  const find = (names: string) =>
    names
      .split(" ")
      .map((name) => name.split("="))
      .find(([sign = ""]) => userAgent.includes(sign))
      ?.at(-1);
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(", ") || null;
}
