// The script of the page that a setup link opens: takes the key out of the address bar, so that no history keeps it, and
// posts it.
const key = new URLSearchParams(location.hash.slice(1)).get("key");
const [form] = document.forms;
const field = document.querySelector<HTMLInputElement>("#key");
if (key && form && field) {
  history.replaceState(null, "", location.pathname + location.search);
  field.value = key;
  form.submit();
}
