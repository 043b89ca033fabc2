// Each page in each language: for people who use it in the dark, with a magnifier, a keyboard, a finger, a screen reader.
import { describe, expect, inject } from "vitest";
import { LANGUAGES } from "#pages/languages.ts";
import { findViolations } from "../support/axe.ts";
import { it, PHONE, TILL } from "../support/it.ts";
import { enlargeText, findIds, findLostControls, findOverflow, findSmallTargets } from "../support/look.ts";
import { PAGES } from "../support/pages.ts";

/** The narrowest is a page at 1,280 pixels, enlarged four times (WCAG 1.4.10). */
const SIZES = [{ width: 320, height: 640 }, PHONE, { width: 768, height: 1024 }, TILL];
const THEMES = ["light", "dark"] as const;

/** In `--mode some-pages`, a page is seen in one of them: the pages take turns. */
const CASES = PAGES.map(({ name, show }, index) => ({
  name,
  show,
  languages: LANGUAGES.filter((_, turn) => inject("longTests") || turn === index % LANGUAGES.length),
}));

describe.each(CASES)("$name", ({ show, languages }) => {
  it.for(languages)("suits everyone in %s", async (language, { open, shop }) => {
    const page = await show({ open, shop }, { language });
    expect(await findIds(page), "ids before those who write no software").toEqual([]);
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      const at = `at ${viewport.width} pixels`;
      expect(await findOverflow(page), `wider than the window ${at}`).toEqual([]);
      expect(await findSmallTargets(page), `small targets ${at}`).toEqual([]);
    }
    await page.setViewportSize(PHONE);
    await enlargeText(page);
    expect(await findOverflow(page), "wider than a phone with text twice as large").toEqual([]);
    await enlargeText(page, "");
    await page.setViewportSize(TILL);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), `violations in the ${colorScheme} theme`).toEqual([]);
    }
    expect(await findLostControls(page), "controls without a visible focus").toEqual([]);
  });
});
