import * as z from "zod/mini";
import { nullable } from "./envelope.ts";

export const LogoUrl = nullable(z.string(), "A PNG image; null without one.");

/** Where anyone gets the picture. What is there never changes. */
export function logoUrl(publicUrl: string, hash: string | null): string | null {
  return hash === null ? null : `${publicUrl}/logo/${hash}.png`;
}
