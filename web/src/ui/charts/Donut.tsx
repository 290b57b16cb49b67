import { Group } from "@visx/group";
import { Pie as Arcs } from "@visx/shape";
import { ChartTable, type Slice } from "./ChartTable.tsx";
import { Legend } from "./Legend.tsx";
import { Tip, useMarks } from "./marks.tsx";
import { Swatch, usePatterns } from "./patterns.tsx";

type Props = {
  title: string;
  slices: Slice[];
  /** The heading of the figures in the hidden table. */
  valueLabel: string;
  /** In the middle: a figure and its label. */
  total?: { value: string; label: string };
  /** The share of the radius that is cut out, 0 to 1; 0.7 by default, 0 makes a pie. */
  cutout?: number;
  /** Formats a value for the legend and the table. */
  format?: (value: number) => string;
};

const size = 180;
const radius = size / 2;

/** Shows shares of a whole as a ring; nothing without shares. */
export function Donut({ title, slices, valueLabel, total, cutout = 0.7, format = String }: Props) {
  const { fill, defs } = usePatterns(slices.map(({ color }) => color));
  const drawn = slices.filter((slice) => slice.value > 0);
  const formatSlice = ({ label, value }: Slice) => `${label}: ${format(value)}`;
  const marks = useMarks(title, drawn.map(formatSlice));
  const chosen = marks.at === null ? undefined : drawn[marks.at];
  if (drawn.length === 0) return null;
  return (
    <figure className="flex flex-wrap items-center gap-x-8 gap-y-5">
      <div {...marks.props} className="relative w-44 shrink-0 rounded-full">
        <svg viewBox={`0 0 ${size} ${size}`} className="w-full" aria-hidden>
          {defs}
          <Group top={radius} left={radius}>
            <Arcs
              data={drawn}
              pieValue={(slice) => slice.value}
              pieSort={null}
              pieSortValues={null}
              outerRadius={radius}
              innerRadius={radius * cutout}
              padAngle={0}
            >
              {({ arcs, path }) =>
                arcs.map((arc) => (
                  <path
                    key={arc.index}
                    d={path(arc) ?? ""}
                    fill={fill(slices.indexOf(arc.data))}
                    stroke={arc.data === chosen ? "var(--ink)" : "var(--surface)"}
                    strokeWidth={2}
                    onPointerMove={() => marks.show(drawn.indexOf(arc.data))}
                  />
                ))
              }
            </Arcs>
            {total && (
              <>
                <text textAnchor="middle" y={2} className="fill-ink font-display text-[34px] font-medium">
                  {total.value}
                </text>
                <text textAnchor="middle" y={22} className="fill-muted text-small">
                  {total.label}
                </text>
              </>
            )}
          </Group>
        </svg>
        {chosen && <Tip left={50} top={-4} lines={[formatSlice(chosen)]} />}
      </div>
      <Legend
        entries={slices.map(({ label, color, value }, index) => ({
          label,
          value: format(value),
          mark: <Swatch index={index} color={color} />,
        }))}
      />
      <ChartTable
        title={title}
        series={[valueLabel]}
        rows={slices.map((slice) => ({ label: slice.label, values: [format(slice.value)] }))}
      />
    </figure>
  );
}
