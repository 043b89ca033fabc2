// What a person would notice who looks at a page: run inside the page.
import type { Page } from "playwright-core";

const TARGET_PX_MIN = 44;
const CONTROLS = "a[href], button, input, select, textarea, summary, [role=button], [tabindex='0']";

/** What is wider than the window. A part that scrolls by itself, such as a table, may be. */
export async function findOverflow(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -1 || right > clientWidth + 1;
    });
    return wide.map(({ tagName, className }) => `${tagName}.${className}`);
  });
}

/** Does what the browser's own setting for text does. */
export async function enlargeText(page: Page, size = "200%"): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/**
 * The ids that people see, type over or hear, but for those that a developer has to open, and for an email that has one in it.
 */
export async function findIds(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const id = /\S*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\S*/gi;
    const spoken = ["title", "alt", "aria-label", "placeholder"];
    const framed = [...document.querySelectorAll("iframe")].map(({ contentDocument: inner }) => inner);
    // The page's case may have opened what says it is for developers, or a webhook as it was signed.
    const forDevelopers = ":is(.developers, .messages details)[open]";
    const opened = [...document.querySelectorAll<HTMLDetailsElement>(forDevelopers)];
    for (const element of opened) element.open = false;
    const found = [document, ...framed].flatMap((page) => {
      const shown = [...(page?.querySelectorAll("*") ?? [])].filter((element) => element.checkVisibility());
      const said = shown.flatMap((element) => [
        ...spoken.map((name) => element.getAttribute(name)),
        element instanceof HTMLInputElement ? element.value : null,
      ]);
      const texts = [page?.body.innerText, ...said].flatMap((text) => text?.match(id) ?? []);
      return texts.filter((text) => !text.includes("@"));
    });
    for (const element of opened) element.open = true;
    return found;
  });
}

/** Controls that a finger misses. A link within a sentence is as high as the sentence's line. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(
    ({ controls, min }) => {
      const isInSentence = (element: Element) =>
        element.matches("p a") && element.parentElement?.textContent !== element.textContent;
      const isSmall = (element: Element) => {
        const target = element.closest("label") ?? element;
        target.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = target.getBoundingClientRect();
        if (Math.min(width, height) >= min - 0.5) return false;
        // A target may reach beyond its text: what does a finger hit as far from the middle as it may be?
        const reach = min / 2 - 1;
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        const around = [
          [middleX - reach, middleY],
          [middleX + reach, middleY],
          [middleX, middleY - reach],
          [middleX, middleY + reach],
        ] as const;
        return around.some(([atX, atY]) => !target.contains(document.elementFromPoint(atX, atY)));
      };
      return [...document.querySelectorAll(controls)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !isInSentence(element) && isSmall(element))
        .map((element) => element.outerHTML.slice(0, 120));
    },
    { controls: CONTROLS, min: TARGET_PX_MIN },
  );
}

/** Controls that Tab does not reach, or that do not show that they have the focus. */
export async function findLostControls(page: Page): Promise<string[]> {
  const stops = await page.evaluate((controls) => {
    const isReachable = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element instanceof HTMLElement &&
      element.tabIndex >= 0 &&
      !element.matches(":disabled, input[type=radio]:not(:checked)");
    // What is behind the last open dialog cannot be used meanwhile.
    const scope = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
    const reachable = [...scope.querySelectorAll(controls)].filter(isReachable);
    for (const element of reachable) element.setAttribute("data-lost", "");
    document.body.focus();
    const framed = [...document.querySelectorAll("iframe")].reduce(
      (sum, { contentDocument: page }) => sum + (page?.querySelectorAll(controls).length ?? 0),
      0,
    );
    // Day, month, year and calendar of a date are stops of their own.
    return reachable.reduce((sum, element) => sum + (element.matches("[type=date]") ? 4 : 1), framed);
  }, CONTROLS);
  for (let presses = 0; presses < stops + 1; presses++) {
    await page.keyboard.press("Tab");
    await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return;
      const isShown = [undefined, "::after"].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused, part);
        return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      });
      if (isShown) focused.removeAttribute("data-lost");
    });
  }
  return await page
    .locator("[data-lost]")
    .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 120)));
}
