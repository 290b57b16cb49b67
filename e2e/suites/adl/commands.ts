/** A call of the API with the suite's expected result. */
export interface Call {
  method: Method;
  /** Element, or the one parameter of the other methods. `&name&` is the index of the objective or data with that id. */
  parameter: string;
  value: string;
  expected: string;
  errorCode: string;
}

type Method =
  | "Initialize"
  | "Terminate"
  | "Commit"
  | "GetValue"
  | "SetValue"
  | "GetErrorString"
  | "GetLastError"
  | "GetDiagnostic"
  | "compareObjectives";

const METHODS: Record<string, Method> = {
  I: "Initialize",
  T: "Terminate",
  C: "Commit",
  GET: "GetValue",
  SET: "SetValue",
  GES: "GetErrorString",
  GLE: "GetLastError",
  GeDi: "GetDiagnostic",
  COI: "compareObjectives",
};

/**
 * Reads one command of the suite, such as `SET->c~CS!comp->t->0`: method, subject, result and error code. Null for an
 * invalid line, which the suite skips too.
 */
export function readCommand(command: string, words: Map<string, string>): Call | null {
  const word = (key: string) => words.get(key) ?? key;
  const parts = command.split("->");
  const [name = "", about = ""] = parts;
  const method = METHODS[name];
  if (!method) return null;
  const errorCode = parts.at(-1)!;
  const result = parts.length > 3 ? parts.at(-2)! : "";
  const call = { method, parameter: "", value: "", expected: result, errorCode };
  switch (method) {
    case "SetValue":
      return { ...call, ...assignment(about, word), expected: word(result) };
    case "GetValue":
      return { ...call, parameter: toElement(about, word), expected: word(result) };
    case "Initialize":
    case "Commit":
    case "GetErrorString":
    case "GetDiagnostic":
      return { ...call, parameter: about, expected: isError(method) ? result : word(result) };
    case "compareObjectives":
      return { ...call, parameter: about, expected: about, errorCode: "0" };
    default:
      return call;
  }
}

const isError = (method: Method) => method === "GetErrorString" || method === "GetDiagnostic";

type Word = (key: string) => string;

function toElement(about: string, word: Word): string {
  if (!about.includes("~")) return about;
  const parts = about.split("~").map((part) => part.split("!")[0]!);
  // adl.nav.request_valid.choice.{target=activity_3}
  if (parts.length === 6 && about.includes("a~n~r"))
    return [...parts.slice(0, 4).map(word), targeted(word(parts[4]!), parts[5]!)].join(".");
  return parts.map(word).join(".");
}

/** `c~S~SCA!0.5`: the value follows the first `!` and contains a `~` only in a navigation request. */
function assignment(about: string, word: Word): { parameter: string; value: string } {
  const parts = about.split("~");
  if (parts.length === 1) return { parameter: about.split("!")[0]!, value: about.slice(about.indexOf("!") + 1) };
  if (about.startsWith("a~n~r!tar~")) {
    const [, , , target = "", request = ""] = parts;
    return { parameter: "adl.nav.request", value: targeted(word("tar"), target) + word(request) };
  }
  const last = parts.at(-1)!;
  const at = last.indexOf("!");
  const element = [...parts.slice(0, -1), last.slice(0, at)].map(word).join(".");
  return { parameter: element, value: word(last.slice(at + 1)) };
}

const targeted = (pattern: string, target: string) => pattern.replace("%s", target);
