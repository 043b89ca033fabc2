// The script of the cash desk's pages: the desk itself, and a tablet's pairing with it. It speaks and looks as the till.
import { noticePage } from "./kit/elements.ts";
import { h } from "./kit/h.ts";
import { makeReadyOnFirstTouch } from "./kit/signals.ts";
import { CashDesk } from "./pos/desk.ts";
import { deskPairing, readDesk } from "./pos/desk-api.ts";
import { chosenLanguage, speak } from "./pos/language.ts";
import { unpairedPage } from "./pos/notices.ts";
import { openPairPage } from "./pos/pair-page.ts";

const RETRY_MS = 5_000;

const root = document.querySelector("main") ?? document.body;
const speech = await speak(chosenLanguage());
const { desk: words, loading, connection } = speech.texts;
document.title = words.title;
document.body.append(h("p", { class: "offline", role: "status" }, connection.offline));
const showOnline = (isOnline = navigator.onLine) => document.body.toggleAttribute("data-offline", !isOnline);
for (const change of ["online", "offline"]) addEventListener(change, () => showOnline());
showOnline();
makeReadyOnFirstTouch();
root.replaceChildren(noticePage(words.title, loading));
if (root.dataset.page === "desk-pair") await openPairPage(root, speech, deskPairing(speech));
else await openDesk();

async function openDesk(): Promise<void> {
  const outcome = await readDesk();
  showOnline(outcome.kind !== "lost");
  if (outcome.kind === "lost") return void setTimeout(() => void openDesk(), RETRY_MS);
  if (outcome.kind === "ok" && outcome.value !== null) new CashDesk(root, speech, outcome.value).open();
  else root.replaceChildren(unpairedPage({ ...words.unpaired, pair: words.pair.title }, "/desk/pair"));
}
