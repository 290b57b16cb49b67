const POINTS = 16;

/** Renders a rosette with the path motif; its notches differ from course to course. */
export function BadgeArt({ seed, faded }: { seed: number; faded: boolean }) {
  const depth = 3 + (seed % 4);
  const edge = Array.from({ length: POINTS * 2 }, (_, i) => {
    const angle = (Math.PI * i) / POINTS + seed;
    const radius = i % 2 === 0 ? 46 : 46 - depth;
    return `${(50 + radius * Math.cos(angle)).toFixed(1)},${(50 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return (
    <svg
      viewBox="0 0 100 118"
      width="104"
      height="123"
      aria-hidden
      className={faded ? "text-muted opacity-60" : "text-brand-text"}
    >
      <path d="M34 84 26 116l24-12 24 12-8-32z" fill="currentColor" opacity="0.35" />
      <polygon points={edge.join(" ")} fill="currentColor" />
      <circle cx="50" cy="50" r="33" fill="var(--surface)" />
      <path
        d="M28 58c12 0 13-16 24-16s10 12 20 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeDasharray="2 5"
        strokeLinecap="round"
      />
      <circle cx="72" cy="54" r="5" fill="currentColor" />
    </svg>
  );
}
