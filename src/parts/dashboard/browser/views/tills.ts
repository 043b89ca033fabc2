// The browsers that act as a counter's till: pairing a new one, and ending one.

import { msUntil } from "#pages/browser/kit/clock.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import type { Pairing, Till } from "#sdk/index.ts";
import { ServiceFailure } from "../api/failures.ts";
import { request, send } from "../api/request.ts";
import { button } from "../components/button.ts";
import { copyable, dangerButton, openDialog, openForm } from "../components/dialog.ts";
import { textField, textOf } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { time } from "../components/page.ts";
import { type Region, region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { readEmails } from "../emails-by-id.ts";
import { follow } from "../follow.ts";
import { isOwner } from "../session.ts";
import { duration, t } from "../text.ts";

const MINUTE_MS = 60_000;

export function tillsPanel(counterId: string, isActive: boolean): Child {
  const list = region({
    read: () => Promise.all([readTills(counterId), readEmails()]),
    show: ([tills, emails]) =>
      tills.length === 0
        ? h("p", { class: "soft" }, t.tills.none)
        : table({
            caption: t.tills.title,
            columns: columns(counterId, emails, () => list.reload()),
            rows: tills,
          }),
  });
  if (!isOwner() || !isActive) return list.element;
  const open = () => pairTill(counterId, list);
  const pair = button({ label: t.tills.pair, icon: "plus", kind: "primary", onclick: open });
  // It opens once: not again when the page is loaded anew.
  if (new URLSearchParams(location.search).has("pair")) {
    history.replaceState(null, "", location.pathname);
    pair.click();
  }
  return [list.element, h("div", {}, pair)];
}

async function readTills(counterId: string): Promise<Till[]> {
  return (await request("listTills", { ids: [counterId] })).tills;
}

const columns = (counterId: string, emails: Map<string, string>, changed: () => void): Column<Till>[] => [
  { label: t.counters.name, kind: "title", cell: (till) => nameOf(till, emails) },
  { label: t.tills.lastUsed, cell: ({ last_used_at: at }) => time(at) },
  {
    label: t.payments.actions,
    kind: "actions",
    cell: (till) =>
      isOwner() ? [renameButton(counterId, till, changed), revokeButton(counterId, till, changed)] : null,
  },
];

function nameOf({ name, paired_by: who }: Till, emails: Map<string, string>): Child {
  const maker = [t.tills.pairedBy, " ", isolated(emails.get(who) ?? t.tills.someoneGone)];
  return h(
    "div",
    { class: "row-title" },
    h("strong", {}, isolated(name)),
    h("span", { class: "soft small" }, maker),
  );
}

function renameButton(counterId: string, { id, name }: Till, changed: () => void): HTMLElement {
  const attributes = { maxlength: 100, required: true, autofocus: true };
  const rename = () =>
    openForm({
      action: t.tills.rename,
      fields: textField({ name: "name", label: t.counters.name, value: name, attributes }),
      onSubmit: async (values, close) => {
        const body = { name: textOf(values, "name") ?? "" };
        await request("renameTill", { ids: [counterId, id], body });
        close();
        notify(t.common.saved);
        changed();
      },
    });
  return button({
    label: t.tills.rename,
    kind: "quiet",
    spoken: `${t.tills.rename}: ${name}`,
    onclick: rename,
  });
}

function revokeButton(counterId: string, { id, name }: Till, changed: () => void): HTMLElement {
  return dangerButton({
    action: t.tills.revoke,
    kind: "quiet",
    spoken: `${t.tills.revoke}: ${name}`,
    title: t.tills.revokeTitle(name),
    text: t.tills.revokeHint,
    run: async () => {
      await request("revokeTill", { ids: [counterId, id] });
      notify(t.tills.revoked);
      changed();
    },
  });
}

/** The dialog closes by itself when the till is there. */
async function pairTill(counterId: string, list: Region): Promise<void> {
  const known = new Set((await readTills(counterId)).map(({ id }) => id));
  const { pairing } = await request("createPairing", { ids: [counterId] });
  const { element, close } = openDialog(t.tills.pair, () =>
    h("div", { class: "dialog-body" }, codeOf(pairing)),
  );
  follow(element, async () => {
    if (await isWaiting(pairing)) return true;
    // The code was used, or it has expired.
    if ((await readTills(counterId)).every(({ id }) => known.has(id))) return false;
    close();
    notify(t.tills.paired);
    list.reload();
    return false;
  });
}

async function isWaiting({ code }: Pairing): Promise<boolean> {
  try {
    await send("POST", "/session/pair/look-up", { body: { code } });
    return true;
  } catch (failure) {
    if (failure instanceof ServiceFailure && failure.fields.includes("code")) return false;
    throw failure;
  }
}

function codeOf({ url, qr_code_url: image, expires_at: until }: Pairing): Child {
  return [
    h("p", {}, t.tills.pairHint),
    h("img", { class: "code", src: image, alt: t.tills.codeAlt, width: 220, height: 220 }),
    copyable(t.tills.link, url),
    h("a", { class: "button", href: url, target: "_blank", rel: "noopener" }, t.tills.here),
    h(
      "p",
      { class: "soft small" },
      t.tills.once(duration(Math.round((msUntil(until) ?? 0) / MINUTE_MS) * 60)),
    ),
  ];
}
