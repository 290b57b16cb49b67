// A dependency of the server alone.
const driver = "pg";
const { default: pg } = (await import(driver)) as { default: { Client: { prototype: object } } };

/** Changes in a text, as queries.ts marks them: the text as it is, then each change with its number. */
const MARKED = /\u0001([^\u0001\u0004]*)\u0004/g;

/**
 * Chooses the text of each statement with marks when it is sent.
 * @param isActive tells whether a change is active, and is called for each that is reached
 */
export function chooseTexts(isActive: (id: string) => boolean): void {
  const client = pg.Client.prototype as { query: (...given: unknown[]) => unknown; isChoosing?: true };
  if (client.isChoosing) return;
  client.isChoosing = true;
  const send = client.query;
  client.query = function (this: unknown, first: unknown, ...rest: unknown[]) {
    const isText = typeof first === "string";
    const text = isText ? first : (first as { text?: unknown } | null)?.text;
    if (typeof text !== "string" || !text.includes("\u0001")) return send.call(this, first, ...rest);
    let isChanged = false;
    const chosen = text.replaceAll(MARKED, (_, parts: string) => {
      const [was, ...changes] = parts.split("\u0003");
      const active = changes.map((each) => each.split("\u0002")).filter(([id]) => isActive(id!));
      isChanged ||= active.length > 0;
      return active[0]?.[1] ?? was!;
    });
    if (isText) return send.call(this, chosen, ...rest);
    // A name belongs to one text.
    const { name } = first as { name?: string };
    return send.call(this, { ...(first as object), text: chosen, name: isChanged ? undefined : name }, ...rest);
  };
}
