/** Renders an illustration: contour lines with a path and two knots on it. */
export function PathArt() {
  return (
    <div aria-hidden className="relative overflow-hidden bg-art max-lg:hidden">
      <svg viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full">
        {Array.from({ length: 16 }, (_, i) => (
          <path
            key={i}
            d={contour(i)}
            fill="none"
            stroke="var(--art-line)"
            strokeOpacity={i === pathAt ? 0.82 : 0.07 + i * 0.008}
            strokeWidth={i === pathAt ? 2.4 : 1.4}
          />
        ))}
        {/* Points of the path itself: the curve's end and, on its first arc, t = 0.4. */}
        <circle cx="143.8" cy="381.8" r="5" fill="var(--art-line)" />
        <circle cx="380" cy="404" r="9" fill="var(--art-knot)" stroke="var(--art-line)" strokeWidth="2.5" />
      </svg>
    </div>
  );
}

const pathAt = 7;

const contour = (i: number) =>
  `M-20 ${90 + i * 42}C140 ${20 + i * 44} 220 ${190 + i * 38} 380 ${110 + i * 42}S560 ${60 + i * 46} 640 ${120 + i * 40}`;
