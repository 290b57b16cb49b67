import { Group } from "@visx/group";
import { Pie as Arcs } from "@visx/shape";
import { ChartTable, type Slice } from "./ChartTable.tsx";
import { Legend } from "./Legend.tsx";
import { Swatch, usePatterns } from "./patterns.tsx";

type Props = {
  title: string;
  slices: Slice[];
  /** Heads the column of figures in the hidden table. */
  valueLabel: string;
  /** In the middle: a figure and what it counts. */
  total?: { value: string; label: string };
  /** How much of the radius is cut out, 0 to 1; 0.7 unless told, 0 makes a pie. */
  cutout?: number;
  /** How a value is written in the legend and the table. */
  format?: (value: number) => string;
};

const size = 180;
const radius = size / 2;

/** Shares of a whole, as a ring. Draws nothing when there is nothing to share. */
export function Donut({ title, slices, valueLabel, total, cutout = 0.7, format = String }: Props) {
  const { fill, defs } = usePatterns(slices.map(({ color }) => color));
  if (!slices.some((slice) => slice.value > 0)) return null;
  return (
    <figure className="flex flex-wrap items-center gap-x-8 gap-y-5">
      <svg viewBox={`0 0 ${size} ${size}`} className="w-44 shrink-0" aria-hidden>
        {defs}
        <Group top={radius} left={radius}>
          <Arcs
            data={slices.filter((slice) => slice.value > 0)}
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
                  stroke="var(--surface)"
                  strokeWidth={2}
                >
                  <title>{`${arc.data.label}: ${format(arc.data.value)}`}</title>
                </path>
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
