import type { JSX } from "hono/jsx";

/** The email address is the name that a password manager saves the password under. */
export const EMAIL = { name: "username", type: "email", autocomplete: "username" };

/** A required input with its label; further attributes are the input's. */
export function Field({
  name,
  label,
  ...attributes
}: JSX.IntrinsicElements["input"] & { name: string; label: string }) {
  return (
    <>
      <label for={name}>{label}</label>
      <input id={name} name={name} required {...attributes} />
    </>
  );
}

/** What was wrong with the form that was sent; inputs refer to it by its id. */
export function Fault({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p class="fault" role="alert" id="fault">
      {text}
    </p>
  );
}
