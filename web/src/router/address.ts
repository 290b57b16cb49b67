/** What of an address stands behind its question mark, as values: numbers, truths and lists are themselves, the rest is text. */
export function parseSearch(text: string): Record<string, unknown> {
  return Object.fromEntries(Array.from(new URLSearchParams(text), ([name, value]) => [name, valueOf(value)]));
}

/** The other way, with its question mark; nothing for what is undefined. A text that looks like a value is quoted. */
export function stringifySearch(search: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue;
    const isPlain = typeof value === "string" && valueOf(value) === value;
    params.set(name, isPlain ? value : JSON.stringify(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

function valueOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A number that would be written otherwise, as a token of many digits, stays the text it is.
    return typeof value === "number" && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}

/** An address whose path is to be filled in: `$name` stands for one part, `{-$name}` for one that may be missing at the end. */
export function fillPath(path: string, params: Record<string, string | number | undefined> = {}): string {
  const parts = path.split("/").flatMap((part) => {
    const name = paramName(part);
    if (name === null) return [part];
    const value = params[name];
    if (value === undefined && !isOptional(part)) throw new Error(`The address ${path} needs ${name}.`);
    return value === undefined ? [] : [encodeURIComponent(value)];
  });
  return parts.join("/") || "/";
}

/** The parts of an address by the names of the path it matches; null when it does not. */
export function matchPath(path: string, pathname: string): Record<string, string> | null {
  const wanted = partsOf(path);
  const given = partsOf(pathname);
  if (given.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const value = given[place];
    const name = paramName(part);
    if (name === null ? part !== value : value === undefined && !isOptional(part)) return null;
    if (name !== null && value !== undefined) params[name] = value;
  }
  return params;
}

/** How exactly a path names its address: one without parameters goes before one with them. */
export const exactness = (path: string) => partsOf(path).filter((part) => paramName(part) === null).length;

function partsOf(path: string): string[] {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    // Not an encoding: an address that nobody has.
    return ["%"];
  }
}

const paramName = (part: string): string | null =>
  /^(?:\$(\w+)|\{-\$(\w+)\})$/.exec(part)?.slice(1).find(Boolean) ?? null;
const isOptional = (part: string) => part.startsWith("{-");

/** The parameters that a path names. */
export type ParamsOf<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? ParamsOf<Head> & ParamsOf<Rest>
  : Path extends `{-$${infer Name}}`
    ? { [Key in Name]?: number | undefined }
    : Path extends `$${infer Name}`
      ? { [Key in Name]: number }
      : unknown;
