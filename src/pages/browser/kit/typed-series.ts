// Tells what a scanner types from what a hand types: to a browser, both are keyboards.

/** So soon a scanner's keys follow each other. A hand is that fast with two or three keys at most. */
const GAP_MS_MAX = 35;
const SILENCE_MS = 100;
const CHARACTERS_MIN = 6;
/** They come before Enter or Tab, with which most scanners end. */
const CHARACTERS_BEFORE_END_MIN = 3;

export interface PressedKey {
  key: string;
  /** Milliseconds of any clock that never steps. */
  at: number;
  /** The key is held down. */
  isRepeat: boolean;
}

interface Listener<Key> {
  /** Each key that was held back, and that no scanner has typed. */
  onTyped(key: Key): void;
  onScan(text: string, keys: readonly Key[]): void;
  /** Calls back later, unless the returned function is called before. */
  after(ms: number, work: () => void): () => void;
}

interface Series<Key> {
  /** Takes each key. True: it is held back, or belongs to a scan. False: it means at once what it says. */
  take(key: Key): boolean;
  /** Something else is done than a key pressed: what is held back was meant before it. */
  release(): void;
}

export function followSeries<Key extends PressedKey>({ onTyped, onScan, after }: Listener<Key>): Series<Key> {
  let keys: Key[] = [];
  let isScan = false;
  let lastAt = 0;
  let stopWaiting = () => {};

  const end = () => {
    stopWaiting();
    const [ended, wasScan] = [keys, isScan];
    keys = [];
    isScan = false;
    if (wasScan) onScan(textOf(ended), ended);
    else for (const key of ended) onTyped(key);
  };

  const take = (pressed: Key): boolean => {
    const { key, at, isRepeat } = pressed;
    if (at - lastAt > (isScan ? SILENCE_MS : GAP_MS_MAX)) end();
    lastAt = at;
    // It belongs to the letter that follows.
    if (key === "Shift") return false;
    const isEnd = key === "Enter" || key === "Tab";
    // A space by itself presses buttons, and scrolls.
    const isCharacter = key.length === 1 && (key !== " " || keys.length > 0);
    if (isRepeat || !(isEnd ? keys.length >= CHARACTERS_BEFORE_END_MIN : isCharacter)) {
      end();
      return false;
    }
    keys.push(pressed);
    isScan ||= isEnd || keys.length >= CHARACTERS_MIN;
    stopWaiting();
    stopWaiting = after(SILENCE_MS, end);
    return true;
  };
  return { take, release: () => isScan || end() };
}

function textOf(keys: readonly PressedKey[]): string {
  return keys
    .map(({ key }) => (key.length === 1 ? key : "\n"))
    .join("")
    .trim();
}
