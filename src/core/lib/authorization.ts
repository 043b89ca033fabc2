/** RFC 6750 §2.1; the scheme is case-insensitive. Returns null for a header that is missing, malformed or of another scheme. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? null;
}
