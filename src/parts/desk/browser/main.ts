// The script of the cash desk's pages: the desk itself, and a tablet's pairing with it. It speaks and looks as the till.

import { chosenLanguage, type Speech, speak } from "#pages/browser/device/language.ts";
import { unpairedPage } from "#pages/browser/device/notices.ts";
import { openPairPage, type Pairing } from "#pages/browser/device/pair-page.ts";
import { noticePage } from "#pages/browser/kit/elements.ts";
import { findSession, showOffline } from "#pages/browser/kit/online.ts";
import { makeReadyOnFirstTouch } from "#pages/browser/kit/signals.ts";
import { CashDesk } from "./desk.ts";
import { type DeskSession, readDesk } from "./desk-api.ts";

const root = document.querySelector("main") ?? document.body;
const speech = await speak(chosenLanguage());
const { desk: words, loading, connection } = speech.texts;
document.title = words.title;
showOffline(connection.offline);
makeReadyOnFirstTouch();
root.replaceChildren(noticePage(words.title, loading));
if (root.dataset.page === "desk-pair") await openPairPage(root, speech, deskPairing(speech));
else {
  const desk = await findSession(readDesk, () => null);
  if (desk === null) root.replaceChildren(unpairedPage(words.unpaired, words.pair.title, "/desk/pair"));
  else new CashDesk(root, speech, desk).open();
}

function deskPairing({ texts }: Speech): Pairing<DeskSession> {
  const { pair, desk } = texts;
  return {
    sessionKind: "desk",
    home: "/desk",
    words: { ...pair, ...desk.pair, failed: { ...pair.failed, stopped: desk.stopped } },
    session: "/desk/session",
    namesIn: ({ desk_name = "" }) => [desk_name],
    nameOf: (session) => session.desk.name,
  };
}
