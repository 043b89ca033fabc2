// The dashboard's script: finds out who is signed in, loads the texts, and shows the view of the address.

import type { PartPages } from "#core/part-pages.ts";
import { fill, h } from "#pages/browser/kit/h.ts";
import { ServiceFailure } from "./api/failures.ts";
import { whenSessionEnds } from "./api/request.ts";
import { button } from "./components/button.ts";
import { openDialog } from "./components/dialog.ts";
import { noticeArea } from "./components/notice.ts";
import { failurePanel } from "./components/region.ts";
import { startRouter } from "./router.ts";
import { notFoundView, ROUTES } from "./routes.ts";
import { isOwner, readSession, signIn, whoIsHere } from "./session.ts";
import { markCurrent, shell } from "./shell.ts";
import { loadTexts, t } from "./text.ts";
import { addCounterPanels } from "./views/counter.ts";

const UNAUTHORIZED = 401;

export async function start(parts: readonly PartPages[]): Promise<void> {
  await loadTexts(parts);
  addCounterPanels(parts);
  try {
    if (!(await readSession())) return signIn();
  } catch (failure) {
    if (failure instanceof ServiceFailure && failure.status === UNAUTHORIZED) return signIn();
    return fill(
      document.body,
      h(
        "main",
        { class: "alone" },
        failurePanel(failure, () => location.reload()),
      ),
    );
  }
  whenSessionEnds(offerToSignIn);
  const outlet = h("main", { id: "content", class: "content" });
  fill(document.body, shell(outlet), noticeArea());
  startRouter({
    routes: ROUTES.filter(({ isForOwners = false }) => !isForOwners || isOwner()),
    notFound: notFoundView,
    outlet,
    titleOf: ({ title }) => `${title} · ${whoIsHere().merchantName}`,
    onShown: markCurrent,
  });
}

let isOffered = false;

/** Once, and without leaving: what has been typed can still be copied. */
function offerToSignIn(): void {
  if (isOffered) return;
  isOffered = true;
  const { element } = openDialog(t.shell.sessionEnded, () => [
    h("div", { class: "dialog-body" }, h("p", {}, t.shell.sessionEndedHint)),
    h(
      "footer",
      { class: "dialog-foot" },
      button({ label: t.shell.signInAgain, kind: "primary", onclick: signIn }),
    ),
  ]);
  element.addEventListener("close", () => {
    isOffered = false;
  });
}
