import { LANGUAGE_NAMES, LANGUAGES, type Language } from "./languages.ts";
import { messagesIn } from "./messages/all.ts";

interface LanguageLinksProps {
  current: Language;
  hrefIn?: (language: Language) => string;
}

/** Links to the same page in every language. */
export function LanguageLinks({ current, hrefIn = (each) => `?lang=${each}` }: LanguageLinksProps) {
  return (
    <nav class="languages" aria-label={messagesIn(current).languages}>
      {LANGUAGES.map((each) => (
        <a
          href={hrefIn(each)}
          lang={each}
          hreflang={each}
          aria-current={each === current ? "true" : undefined}
        >
          {LANGUAGE_NAMES[each]}
        </a>
      ))}
    </nav>
  );
}
