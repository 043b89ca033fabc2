/** Has as much of a Response as the service reads; the real one costs more than all else in a run. */
export function response(status: number, body = "", headers: Record<string, string> = {}): Response {
  const bytes = new TextEncoder().encode(body);
  const chunks = bytes.length === 0 ? [] : [bytes];
  const stream = {
    cancel: async () => {},
    async *[Symbol.asyncIterator]() {
      yield* chunks;
    },
    getReader: () => {
      const rest = [...chunks];
      return {
        read: async () => {
          const value = rest.shift();
          return { done: value === undefined, value };
        },
        cancel: async () => {},
      };
    },
  };
  const imitation = {
    status,
    ok: status >= 200 && status < 300,
    headers: new Headers(headers),
    body: stream,
    text: async () => body,
    json: async () => JSON.parse(body),
  };
  return imitation as unknown as Response;
}
