import type { Language } from "#pages/languages.ts";
import type { auditActions } from "./audit-actions.ts";

export const auditTexts: Record<Language, Record<keyof typeof auditActions, string>> = {
  en: { "favourites.changed": "Favourites changed" },
  de: { "favourites.changed": "Favoriten geändert" },
  fr: { "favourites.changed": "Favoris modifiés" },
  es: { "favourites.changed": "Favoritos cambiados" },
  ar: { "favourites.changed": "تغيير المفضلة" },
  ja: { "favourites.changed": "お気に入りの変更" },
};
