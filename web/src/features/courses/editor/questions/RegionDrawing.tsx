import { useLingui } from "@lingui/react/macro";
import { type PointerEvent, useState } from "react";
import type { Option, Picture } from "../question.ts";
import { between, type Place, readRegion } from "../regions.ts";

type Point = { x: number; y: number };
type Props = { picture: Picture; options: Option[]; onDraw: (place: Place) => void };

/** Shows the regions on their picture. A region that is drawn there is added; the fields below do the same by keyboard. */
export function RegionDrawing({ picture, options, onDraw }: Props) {
  const { t } = useLingui();
  const [drawn, setDrawn] = useState<{ from: Point; to: Point } | null>(null);
  const end = () => {
    const place = drawn && between(drawn.from, drawn.to);
    setDrawn(null);
    // A press without a drag is no region.
    if (place && place.width >= 1 && place.height >= 1) onDraw(place);
  };
  return (
    <div>
      <div
        className="relative inline-block max-w-full cursor-crosshair touch-none overflow-hidden rounded-ctl bg-white align-top select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawn({ from: toPoint(event), to: toPoint(event) });
        }}
        onPointerMove={(event) => drawn && setDrawn({ ...drawn, to: toPoint(event) })}
        onPointerUp={end}
        onPointerCancel={() => setDrawn(null)}
      >
        <img src={picture.file} alt={picture.alt} draggable={false} className="block max-h-96 max-w-full" />
        {options.map(({ region, checked }, at) =>
          region ? <Frame key={at} place={readRegion(region)} name={String(at + 1)} isRight={checked} /> : null,
        )}
        {drawn && <Frame place={between(drawn.from, drawn.to)} name="" isRight={false} />}
      </div>
      <p className="mt-2 text-small text-muted">{t`Draw a region on the picture, or add it below with numbers.`}</p>
    </div>
  );
}

function Frame({ place, name, isRight }: { place: Place; name: string; isRight: boolean }) {
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute border-2 border-white outline-2 outline-black ${isRight ? "bg-brand/40" : ""}`}
      style={{ left: `${place.x}%`, top: `${place.y}%`, width: `${place.width}%`, height: `${place.height}%` }}
    >
      {name && (
        <span className="absolute top-0 left-0 bg-black px-1 text-small leading-tight text-white tabular-nums">
          {name}
        </span>
      )}
    </span>
  );
}

/** Returns where a pointer is on the picture, in whole percent. */
function toPoint({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const box = currentTarget.getBoundingClientRect();
  const toPercent = (at: number, length: number) => Math.min(100, Math.max(0, Math.round((at / length) * 100)));
  return { x: toPercent(clientX - box.left, box.width), y: toPercent(clientY - box.top, box.height) };
}
