import { useId } from "react";

/** How a share is hatched, so that it differs from its neighbours without colour: plain, lines, dots, and again. */
const KINDS = 3;

/** Returns a fill for the nth share; `defs` must be in the same drawing. */
export function usePatterns(colors: readonly string[]) {
  const id = useId();
  return {
    fill: (index: number) => `url(#${id}-${index})`,
    defs: (
      <defs>
        {colors.map((color, index) => (
          <pattern key={index} id={`${id}-${index}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill={color} />
            {index % KINDS === 1 && <path d="M-2 6 6 -2M2 10 10 2" stroke="var(--surface)" strokeWidth="1.5" />}
            {index % KINDS === 2 && <circle cx="4" cy="4" r="1.5" fill="var(--surface)" />}
          </pattern>
        ))}
      </defs>
    ),
  };
}

/** Shows the fill as a small square, for the legend. */
export function Swatch({ index, color }: { index: number; color: string }) {
  const { fill, defs } = usePatterns(Array.from({ length: index + 1 }, () => color));
  return (
    <svg aria-hidden className="size-3.5 shrink-0 rounded-[3px]">
      {defs}
      <rect width="100%" height="100%" fill={fill(index)} />
    </svg>
  );
}

/** Shows a piece of a line with its mark, for the legend. */
export function LineSample({ color, dashed = false }: { color: string; dashed?: boolean | undefined }) {
  return (
    <svg aria-hidden viewBox="0 0 24 10" className="h-2.5 w-6 shrink-0">
      <path d="M0 5H24" stroke={color} strokeWidth="2" strokeDasharray={dashed ? "5 4" : undefined} />
      <Mark x={12} y={5} color={color} square={dashed} />
    </svg>
  );
}

/** Shows a value on a line: a dot, or on a dashed line a square. */
export function Mark({ x, y, color, square }: { x: number; y: number; color: string; square: boolean }) {
  const look = { fill: color, stroke: "var(--surface)", strokeWidth: 1.5 };
  return square ? (
    <rect x={x - 3} y={y - 3} width={6} height={6} {...look} />
  ) : (
    <circle cx={x} cy={y} r={3} {...look} />
  );
}
