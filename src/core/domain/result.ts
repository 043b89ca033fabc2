/** A refusal as a value: unlike an error class it survives RPC, and the caller must handle it. */
export type Result<T, E> =
  | { ok: true; value: T }
  /**
   * `retryAfterMs`: when the same request may be repeated, where that depends on more than the refusal. `details`: which
   * fields of the request it is about. `intentStatus`: what the payment intent is, where that is why.
   */
  | {
      ok: false;
      error: E;
      retryAfterMs?: number;
      details?: readonly FieldFault[];
      intentStatus?: string;
    };

export interface FieldFault {
  field: string;
  /** Follows the field's name, as in "is required". */
  message: string;
}

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { ok: false; error: E } {
  return { ok: false, error };
}
