// What axe finds on a page: rules of WCAG 2.2 A and AA, and axe's best practices.
import axe from "axe-core";
import type { Page } from "playwright-core";

export async function findViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate("typeof axe !== 'undefined'");
  if (!isLoaded) await page.evaluate(axe.source);
  const found = await page.evaluate<{ violations: Pick<axe.Result, "id" | "help" | "nodes">[] }>(
    "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })",
  );
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")} ${failureSummary}`),
  );
}
