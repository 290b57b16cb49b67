type Page<Row> = { rows: Row[]; total: number };

const rowsAtOnce = 500;

/** All the rows of a list that the server hands out in pages, as for a CSV file. */
export async function everyPage<Row>(
  fetchPage: (window: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await fetchPage({ limit: rowsAtOnce, offset: all.length });
    all.push(...rows);
    // A list that shrinks in the meantime must not be asked for ever.
    if (rows.length === 0 || all.length >= total) return all;
  }
}
