// A scanner that types what it reads.
import type { Page } from "playwright-core";

interface ScannerOptions {
  /** Between two keys. */
  gapMs?: number;
  end?: "Enter" | "Tab" | "";
}

const ENDS = { Enter: { windowsVirtualKeyCode: 13, text: "\r" }, Tab: { windowsVirtualKeyCode: 9 } };

/** Keeps exactly that speed, however busy the machine is: the keys carry their times, and the page hears no silence between. */
export async function scanByKeys(
  page: Page,
  text: string,
  { gapMs = 5, end = "Enter" }: ScannerOptions = {},
): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const begin = await page.evaluate(holdTimers);
  const keys = [...text].map((key) => ({ key, text: key }));
  const all = end === "" ? keys : [...keys, { key: end, ...ENDS[end] }];
  const sent = all.flatMap((pressed, index) => {
    const timestamp = (begin + index * gapMs) / 1_000;
    return (["keyDown", "keyUp"] as const).map((type) =>
      devTools.send("Input.dispatchKeyEvent", {
        type,
        timestamp,
        ...pressed,
        ...(type === "keyUp" && { text: "" }),
      }),
    );
  });
  await Promise.all(sent);
  await page.evaluate(() => dispatchEvent(new Event("timers-released")));
  await devTools.detach();
}

/** Runs in the page: timers that are set from now on begin when they are released. Returns the time. */
function holdTimers(): number {
  const { setTimeout, clearTimeout } = globalThis;
  const held = new Map<number, () => void>();
  const hold = (work: () => void, ms?: number) => {
    const id = -1 - held.size;
    held.set(id, () => setTimeout(work, ms));
    return id;
  };
  const clear = (id?: number) => {
    const begin = held.get(id ?? 0);
    if (begin === undefined) clearTimeout(id);
    else held.set(id ?? 0, () => {});
  };
  Object.assign(globalThis, { setTimeout: hold, clearTimeout: clear });
  const release = () => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    for (const begin of held.values()) begin();
  };
  addEventListener("timers-released", release, { once: true });
  return performance.timeOrigin + performance.now();
}
