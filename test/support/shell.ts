// What the curl lines in our responses need of a POSIX shell and of curl.

/** Words are separated by blanks; single quotes make everything between them literal. */
function splitWords(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (isQuoted) {
      if (character === "'") isQuoted = false;
      else word += character;
    } else if (character === "'") isQuoted = true;
    else if (character === "\\") word += line[++at] ?? "";
    else if (character === " ") {
      if (word !== "") words.push(word);
      word = "";
    } else if (/[$`"&|;<>()*?#~]/.test(character)) throw new Error(`the shell would act on ${character}`);
    else word += character;
  }
  if (isQuoted) throw new Error("a quote is open");
  return word === "" ? words : [...words, word];
}

export function parseCurl(line: string) {
  const request = { method: "GET", url: "", headers: {} as Record<string, string>, body: "" };
  const words = splitWords(line);
  if (words.shift() !== "curl") throw new Error("no curl line");
  while (words.length > 0) {
    const word = words.shift() ?? "";
    if (word === "-i") continue;
    if (!word.startsWith("-")) request.url = word;
    else if (word === "-X") request.method = words.shift() ?? "";
    else if (word === "--data-raw") request.body = words.shift() ?? "";
    else if (word === "-H") {
      const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(words.shift() ?? "") ?? [];
      request.headers[name] = value;
    } else throw new Error(`unknown flag ${word}`);
  }
  return request;
}
