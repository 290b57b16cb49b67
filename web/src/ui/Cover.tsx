import { type CSSProperties, type ReactNode, useId } from "react";

type Random = (index: number) => number;

/** Draws the default picture of an object by its id: one of several shapes, in hues around the branch's colours. */
export function Cover({ seed, className }: { seed: number; className?: string }) {
  const id = useId();
  const random: Random = (index) => Math.abs(Math.sin(seed * 127.1 + index * 31.7));
  const { shape, tone, turn } = chooseCover(seed);
  const knot = tone === "brand" ? "accent" : "brand";
  return (
    <svg viewBox="0 0 320 168" preserveAspectRatio="xMidYMid slice" className={className} aria-hidden>
      <clipPath id={id}>
        <rect width="320" height="168" />
      </clipPath>
      <g
        clipPath={`url(#${id})`}
        stroke={`var(--${tone}-text)`}
        fill="none"
        style={turned(tone, "text", turn, "stroke")}
      >
        <rect
          width="320"
          height="168"
          stroke="none"
          fill={`var(--${tone}-soft)`}
          style={turned(tone, "soft", turn, "fill")}
        />
        {shapes[shape]!(random)}
      </g>
      <circle cx={60 + random(7) * 200} cy={50 + random(8) * 60} r="7" fill={`var(--${knot})`} />
    </svg>
  );
}

/** Chooses the shape, the colour and the turn of its hue in degrees, so that neighbouring ids differ in all of them. */
export function chooseCover(seed: number) {
  const tone = seed % 2 ? ("brand" as const) : ("accent" as const);
  return { shape: seed % shapes.length, tone, turn: ((Math.floor(seed / 2) * 2) % 5) * 24 - 48 };
}

/** Returns a colour of the branch with another hue; browsers that cannot compute it show the branch's own. */
const turned = (tone: string, part: string, turn: number, property: "fill" | "stroke"): CSSProperties => ({
  [property]: `oklch(from var(--${tone}-${part}) l c calc(h + ${turn}))`,
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const shapes: ((random: Random) => ReactNode)[] = [contours, hills, rings, tiles, rays, waves, leaves];

function contours(random: Random) {
  const line = (i: number) => {
    const y = 18 + i * 17;
    const bend = (n: number, width: number) => 60 * n + random(n * 2) * width;
    return `M-10 ${y + random(1) * 30}C${bend(1, 60)} ${y - 40 * random(3)} ${80 + bend(1, 60)} ${y + 60 * random(5)} 330 ${y - 30 * random(6)}`;
  };
  return range(9).map((i) => <path key={i} d={line(i)} strokeOpacity={0.14 + i * 0.05} strokeWidth="1.5" />);
}

function hills(random: Random) {
  return range(4).map((i) => {
    const top = 50 + i * 28 + random(i) * 24;
    const peak = 40 + random(i + 9) * 240;
    return (
      <path
        key={i}
        d={`M-10 ${top + 40}Q${peak} ${top - 50} 330 ${top + 30}V180H-10Z`}
        fill="currentColor"
        fillOpacity="0.07"
        strokeOpacity="0.4"
        strokeWidth="1.5"
      />
    );
  });
}

function rings(random: Random) {
  const [x, y] = [70 + random(1) * 180, 50 + random(2) * 70];
  return range(8).map((i) => (
    <circle key={i} cx={x} cy={y} r={14 + i * 22} strokeOpacity={0.5 - i * 0.05} strokeWidth={1.5 + random(i) * 3} />
  ));
}

function tiles(random: Random) {
  return range(32).map((i) => {
    const [x, y] = [(i % 8) * 42 - 6, Math.floor(i / 8) * 42];
    const turn = Math.floor(random(i) * 4) * 90;
    return (
      <path
        key={i}
        d="M0 21A21 21 0 0 1 21 0M21 42A21 21 0 0 1 42 21"
        transform={`translate(${x} ${y}) rotate(${turn} 21 21)`}
        strokeOpacity="0.4"
        strokeWidth="2"
      />
    );
  });
}

function rays(random: Random) {
  const x = 40 + random(3) * 240;
  return range(15).map((i) => (
    <path key={i} d={`M${x} 190L${-160 + i * 46} -20`} strokeOpacity={0.16 + random(i) * 0.35} strokeWidth="2" />
  ));
}

function waves(random: Random) {
  return range(6).map((i) => {
    const y = 20 + i * 28;
    const height = 12 + random(i) * 16;
    return (
      <path
        key={i}
        d={`M-20 ${y}q20 ${-height} 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0`}
        strokeOpacity={0.2 + i * 0.06}
        strokeWidth="2.5"
      />
    );
  });
}

function leaves(random: Random) {
  return range(10).map((i) => (
    <path
      key={i}
      d="M0 0C16 -22 40 -22 56 0C40 22 16 22 0 0ZM0 0H56"
      transform={`translate(${random(i) * 300} ${random(i + 20) * 160}) rotate(${random(i + 40) * 360})`}
      strokeOpacity="0.38"
      strokeWidth="1.5"
    />
  ));
}
