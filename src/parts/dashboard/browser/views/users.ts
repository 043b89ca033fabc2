// Who may use this dashboard, and as what.

import { msUntil } from "#pages/browser/kit/clock.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import type { MerchantUser, Till } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { confirmFirst, copyable, dangerButton, openDialog, openForm } from "../components/dialog.ts";
import { selectField, textField, textOf } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { badge, time, viewUnder } from "../components/page.ts";
import { region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import type { View } from "../router.ts";
import { whoIsHere } from "../session.ts";
import { moment, t, wordFor } from "../text.ts";

const ROLES = ["owner", "staff"] as const;

export function usersView(): View {
  const list = region({
    read: () => request("listMerchantUsers"),
    show: ({ users }) => table({ caption: t.nav.users, columns: columns(() => list.reload()), rows: users }),
  });
  const onclick = () => askWhom(() => list.reload());
  const invite = button({ label: t.users.invite, icon: "plus", kind: "primary", onclick });
  return viewUnder({ title: t.nav.users, intro: t.users.intro, actions: invite }, list.element);
}

const columns = (changed: () => void): Column<MerchantUser>[] => [
  { label: t.users.email, kind: "title", cell: nameOf },
  { label: t.payments.state, kind: "headline", cell: stateOf },
  {
    label: t.users.role,
    cell: (user) => (user.invitation_ended_at ? wordFor(t.shell.roles, user.role) : roleField(user, changed)),
  },
  { label: t.users.since, cell: ({ created_at: at }) => (at === null ? "–" : time(at)) },
  { label: t.payments.actions, kind: "actions", cell: (user) => removeButton(user, changed) },
];

function nameOf({ email, ...user }: MerchantUser): Child {
  const until = user.is_enabled ? user.invited_until : null;
  return h(
    "div",
    { class: "row-title" },
    h("strong", {}, isolated(email)),
    email === whoIsHere().email ? h("span", { class: "soft small" }, t.users.you) : null,
    until && !isPast(until) ? h("span", { class: "soft small" }, t.users.until(moment(until))) : null,
  );
}

function stateOf(user: MerchantUser): HTMLElement {
  const { is_enabled: isEnabled, invited_until: until, invitation_ended_at: endedAt } = user;
  if (endedAt) return badge("ended", t.audit.actions["user.invitation_ended"]);
  if (!isEnabled) return badge("ended", t.users.disabled);
  if (!until) return badge("good", t.users.enabled);
  return isPast(until) ? badge("ended", t.users.expired) : badge("running", t.users.invited);
}

function isPast(iso: string): boolean {
  return (msUntil(iso) ?? 1) <= 0;
}

function roleField({ id, email, role }: MerchantUser, changed: () => void): HTMLElement {
  const select = h(
    "select",
    { id: `role-${id}`, "aria-label": `${t.users.role}: ${email}` },
    ROLES.map((each) => h("option", { value: each, selected: each === role }, t.shell.roles[each])),
  );
  select.addEventListener("change", () => {
    const chosen = select.value as MerchantUser["role"];
    // Until the question is answered, what is shown is what holds.
    select.value = role;
    confirmFirst({
      title: t.users.changeTitle(email),
      text: h("p", {}, wordFor(t.users.roleHints, chosen)),
      action: wordFor(t.shell.roles, chosen),
      run: async () => {
        await request("updateMerchantUser", { ids: [id], body: { role: chosen } });
        notify(t.common.saved);
        changed();
      },
    });
  });
  return select;
}

function removeButton({ id, email }: MerchantUser, changed: () => void): HTMLElement {
  return dangerButton({
    action: t.users.remove,
    kind: "quiet",
    spoken: `${t.users.remove}: ${email}`,
    title: t.users.removeTitle(email),
    text: t.users.removeHint,
    run: async () => {
      const { tills } = await request("removeMerchantUser", { ids: [id] });
      notify(t.users.removed);
      if (tills.length > 0) showTills(tills);
      changed();
    },
  });
}

/** The tills of a removed user stay paired, and can be revoked at their counters. */
function showTills(tills: readonly Till[]): void {
  openDialog(t.users.tillsLeft, ({ close }) => {
    const lines = tills.map(({ counter_id: counterId, name }) =>
      h("li", {}, h("a", { href: `/dashboard/counters/${counterId}`, click: close }, isolated(name))),
    );
    return h("div", { class: "dialog-body" }, h("p", {}, t.users.tillsLeftHint), h("ul", {}, lines));
  });
}

function askWhom(changed: () => void): void {
  openForm({
    action: t.users.invite,
    fields: [
      textField({
        name: "email",
        label: t.users.email,
        attributes: { type: "email", autocomplete: "off", dir: "ltr", required: true },
      }),
      selectField({
        name: "role",
        label: t.users.role,
        value: "staff",
        hint: t.users.roleHints.staff,
        choices: ROLES.map((role) => [role, t.shell.roles[role]]),
      }),
    ],
    onSubmit: async (values, close) => {
      const body = { email: textOf(values, "email"), role: values.get("role") };
      const { user, setup_url: link } = await request("inviteMerchantUser", { body });
      close();
      if (link === null) notify(t.users.mailed);
      else showLink(user, link);
      changed();
    },
  });
}

/** The service cannot mail it: the owner does. */
function showLink({ email, invited_until: until }: MerchantUser, link: string): void {
  openDialog(t.users.invitation, ({ close }) => [
    h(
      "div",
      { class: "dialog-body" },
      h("p", {}, t.users.send(email)),
      copyable(t.users.until(moment(until ?? "")), link),
      h("p", { class: "soft small" }, t.users.sendHint),
    ),
    h("footer", { class: "dialog-foot" }, button({ label: t.common.close, kind: "primary", onclick: close })),
  ]);
}
