/** Draws a path of steps, some of them completed. */
export function TestArt() {
  const knots = [
    { x: 24, y: 46, isPassed: true },
    { x: 104, y: 26, isPassed: true },
    { x: 184, y: 44, isPassed: false },
    { x: 264, y: 20, isPassed: false },
  ];
  return (
    <svg width="290" height="64" viewBox="0 0 290 64" aria-hidden className="max-w-full">
      <path
        d="M24 46C54 46 74 26 104 26s50 18 80 18 50-24 80-24"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeDasharray="2 6"
        strokeLinecap="round"
      />
      <path d="M24 46C54 46 74 26 104 26" fill="none" stroke="var(--brand)" strokeWidth="2.5" />
      {knots.map(({ x, y, isPassed }) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r="8"
          fill={isPassed ? "var(--brand)" : "var(--surface)"}
          stroke={isPassed ? "var(--brand)" : "var(--line-strong)"}
          strokeWidth="2"
        />
      ))}
    </svg>
  );
}
