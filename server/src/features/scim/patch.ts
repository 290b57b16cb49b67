import { type Path, parsePath } from "./filter.ts";
import { bad } from "./scim-error.ts";
import { readList, readObject } from "./values.ts";

/** One operation of a PATCH (RFC 7644, 3.5.2). */
export interface Change {
  op: "add" | "replace" | "remove";
  /** Null: the value is an object with the attributes. */
  path: Path | null;
  value: unknown;
}

const MOST_CHANGES = 1_000;

/** Reads the operations of a PATCH; their names may be in any case, as Microsoft Entra ID writes them. @throws ScimError */
export function readPatch(body: unknown): Change[] {
  const operations = readList(readObject(body, "The body").get("operations"), "Operations");
  if (operations.length === 0) throw bad("invalidSyntax", "Operations are missing.");
  if (operations.length > MOST_CHANGES) throw bad("tooMany", `At most ${MOST_CHANGES} operations are possible.`);
  return operations.map((operation) => {
    const fields = readObject(operation, "Operations");
    const name = fields.get("op");
    const op = typeof name === "string" ? name.toLowerCase() : "";
    if (op !== "add" && op !== "replace" && op !== "remove")
      throw bad("invalidSyntax", "op: add, replace or remove is expected.");
    const path = fields.get("path");
    if (path !== undefined && path !== null && typeof path !== "string")
      throw bad("invalidPath", "path: a text is expected.");
    if (!path && op === "remove") throw bad("noTarget", "A removal needs a path.");
    if (op !== "remove" && !fields.has("value")) throw bad("invalidValue", "value is missing.");
    return { op, path: path ? parsePath(path) : null, value: fields.get("value") };
  });
}
