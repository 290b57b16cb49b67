const rowsAtOnce = 500;

/** Every row of a list that the server gives in pages, for an export. @throws ApiError */
export async function allPages<Row>(
  page: (part: { limit: number; offset: number }) => Promise<{ rows: Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await page({ limit: rowsAtOnce, offset: all.length });
    all.push(...rows);
    // A list that shrinks in the meantime must not be asked for ever.
    if (rows.length === 0 || all.length >= total) return all;
  }
}
