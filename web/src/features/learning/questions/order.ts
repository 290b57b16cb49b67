export type OrderListProps = {
  rows: { key: string; text: string; picture?: { file: string; alt: string } | null | undefined }[];
  onMove: (from: number, to: number) => void;
};

/** Gives each text a key that moves with it, also when a text occurs twice. */
export function withKeys(texts: string[]): OrderListProps["rows"] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { key: `${text} ${count}`, text };
  });
}

/** Returns the list with one entry moved. */
export function moveItem<T>(list: T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}
