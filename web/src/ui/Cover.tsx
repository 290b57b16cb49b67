/** The default picture of a thing without one: contour lines seeded by its id, in the branch's colours. */
export function Cover({ seed, className }: { seed: number; className?: string }) {
  const random = (i: number) => Math.abs(Math.sin(seed * 127.1 + i * 31.7));
  const tone = seed % 2 ? "brand" : "accent";
  const knot = seed % 2 ? "accent" : "brand";
  const line = (i: number) => {
    const y = 18 + i * 17;
    const bend = (n: number, width: number) => 60 * n + random(n * 2) * width;
    return `M-10 ${y + random(1) * 30}C${bend(1, 60)} ${y - 40 * random(3)} ${80 + bend(1, 60)} ${y + 60 * random(5)} 330 ${y - 30 * random(6)}`;
  };
  return (
    <svg viewBox="0 0 320 168" preserveAspectRatio="xMidYMid slice" className={className} aria-hidden>
      <rect width="320" height="168" fill={`var(--${tone}-soft)`} />
      {Array.from({ length: 9 }, (_, i) => (
        <path
          key={i}
          d={line(i)}
          fill="none"
          stroke={`var(--${tone}-text)`}
          strokeOpacity={0.14 + i * 0.05}
          strokeWidth="1.5"
        />
      ))}
      <circle cx={60 + random(7) * 200} cy={50 + random(8) * 60} r="7" fill={`var(--${knot})`} />
    </svg>
  );
}
