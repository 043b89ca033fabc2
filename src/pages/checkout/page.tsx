// Where a customer sees what to pay, pays, and sees that it is paid. Every state is in the page from the beginning: the
// script shows one of them at once, in the page's language, and without the script the page loads itself again.
import { formatMoney, formatTimeLeft } from "../format.ts";
import { LanguageLinks } from "../language-links.tsx";
import { type Language, localeOf } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { messagesIn } from "../messages/all.ts";
import type { Messages, Problem } from "../messages/en.ts";
import { FINAL_STATES, isFinal, type ShownIntent, type ShownState, shownState } from "./state.ts";

const REFRESH_SECONDS = 5;
const RETRY_SECONDS = 60;

export interface CheckoutIntent extends ShownIntent {
  id: string;
  merchant_name: string;
  amount_decimal: string;
  currency: string;
  description: string;
  /** Only while it can be paid. */
  qr_code_url: string | null;
}

export interface CheckoutProps {
  intent: CheckoutIntent;
  language: Language;
  /** Epoch milliseconds. */
  now: number;
  /** Where the shop wants the customer to go on; the same whatever has become of the payment. */
  returnUrl: string | null;
  /** Where this page is, the image of a code that says so, and where the wallet opens. Null when nobody can pay here. */
  link: { url: string; image: string; walletUrl: string } | null;
}

/** The customer has nothing to wait for any more. */
const LEAVING: readonly ShownState[] = [...FINAL_STATES, "refunding"];

export function checkoutPage({ intent, language, now, link, returnUrl }: CheckoutProps): Html {
  const messages = messagesIn(language);
  const state = shownState(intent, now);
  const amount = formatMoney(intent.amount_decimal, intent.currency, localeOf(language));
  return page({
    language,
    title: `${amount} · ${intent.merchant_name}`,
    refreshSeconds: isFinal(state) ? null : REFRESH_SECONDS,
    script: "/pages/checkout.js",
    children: (
      <main
        class="sheet"
        data-intent={intent.id}
        data-state={state}
        data-live={messages.live}
        data-polling={messages.polling}
        data-offline={messages.offline}
      >
        <header class="bill">
          <p class="merchant">
            <bdi>{intent.merchant_name}</bdi>
          </p>
          <h1 class={amountClass(amount)}>
            <bdi>{amount}</bdi>
          </h1>
          {intent.description === "" ? null : (
            <p class="description">
              <bdi>{intent.description}</bdi>
            </p>
          )}
          <p class="declined" hidden>
            {messages.declined}
          </p>
        </header>
        <OpenSection intent={intent} messages={messages} state={state} now={now} link={link} />
        {Object.entries(messages.states).map(([name, notice]) => (
          <section class="notice" data-for={name} hidden={state !== name}>
            <Mark state={name as ShownState} />
            <h2>{notice.title}</h2>
            <p>{notice.text}</p>
          </section>
        ))}
        {returnUrl === null ? null : (
          <a class="button" data-for={LEAVING.join(" ")} hidden={!LEAVING.includes(state)} href={returnUrl}>
            {messages.back}
          </a>
        )}
        <p class="announcement unseen" role="status"></p>
        <Foot intent={intent} language={language} messages={messages} />
      </main>
    ),
  });
}

interface OpenSectionProps extends Omit<CheckoutProps, "language" | "returnUrl"> {
  messages: Messages;
  state: ShownState;
}

/** The style sheet puts the link first on a phone, which cannot scan its own screen, and the code on all that is larger. */
function OpenSection({ intent, messages, state, now, link }: OpenSectionProps) {
  const left = formatTimeLeft(Date.parse(intent.expires_at) - now);
  return (
    <section class="pay" data-for="open" hidden={state !== "open"}>
      <h2>{messages.pay}</h2>
      {link === null ? null : (
        <a class="open-wallet" href={link.walletUrl}>
          {messages.openWallet}
        </a>
      )}
      <p class="scan-hint">{messages.scanHint}</p>
      <p class="other-phone">{messages.otherPhone}</p>
      {intent.qr_code_url === null ? null : (
        <img class="code" src={intent.qr_code_url} alt={messages.codeAlt} width="264" height="264" />
      )}
      <p class="time-left">
        <span>{messages.timeLeft}</span>
        <time class="countdown" role="timer" datetime={intent.expires_at}>
          {left}
        </time>
      </p>
      {link === null ? null : <Elsewhere link={link} messages={messages} />}
    </section>
  );
}

function Elsewhere({ link, messages }: { link: { url: string; image: string }; messages: Messages }) {
  return (
    <details class="elsewhere">
      <summary>{messages.elsewhere}</summary>
      <p>{messages.elsewhereHint}</p>
      <img class="code small" src={link.image} alt={messages.linkAlt} width="132" height="132" />
      <p>
        <a href={link.url} dir="ltr">
          {link.url}
        </a>
      </p>
    </details>
  );
}

/** An amount stays on one line, however long it is. */
function amountClass(amount: string): string {
  if (amount.length <= 9) return "amount";
  return amount.length <= 13 ? "amount long" : "amount longest";
}

const RUNNING = new Set<ShownState>(["approval", "underway", "refunding"]);

/** The words beside it say the same. */
function Mark({ state }: { state: ShownState }) {
  const kind = state === "completed" ? "good" : RUNNING.has(state) ? "running" : "ended";
  return (
    <svg class={`mark ${kind}`} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      {kind === "good" ? <path d="M14 25l7 7 14-15" /> : null}
      {kind === "running" ? <path d="M24 12v12l8 5" /> : null}
      {kind === "ended" ? <path d="M15 24h18" /> : null}
    </svg>
  );
}

function Foot(props: { intent: CheckoutIntent; language: Language; messages: Messages }) {
  const { intent, language, messages } = props;
  return (
    <footer class="foot">
      <p class="connection" hidden></p>
      <p class="payment-id">
        {messages.paymentId} <code dir="ltr">{intent.id}</code>
      </p>
      <LanguageLinks current={language} />
    </footer>
  );
}

/** Instead of a payment. */
export function problemPage(problem: Problem, language: Language): Html {
  const messages = messagesIn(language);
  const { title, text } = messages.problems[problem];
  return page({
    language,
    title,
    refreshSeconds: problem === "notFound" ? null : RETRY_SECONDS,
    reloadsWithScript: true,
    children: (
      <main class="sheet" data-state="problem">
        <section class="notice">
          <Mark state="expired" />
          <h1>{title}</h1>
          <p>{text}</p>
        </section>
        <footer class="foot">
          <LanguageLinks current={language} />
        </footer>
      </main>
    ),
  });
}
