export type Slice = { label: string; value: number; /** A CSS colour, best a token. */ color: string };

/** Shows the numbers of a chart to screen readers. */
export function ChartTable({
  title,
  rows,
  series,
}: {
  title: string;
  rows: { label: string; values: (number | string)[] }[];
  series: string[];
}) {
  return (
    // A table grows with its content whatever its width; the box around it does not.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {series.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, at) => (
                <td key={at}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
