import { useLingui } from "@lingui/react/macro";
import type { Attempt } from "./attempt.ts";

type Question = NonNullable<Attempt["review"]>[number];
type Props = { picture: { file: string; alt: string }; regions: Question["regions"] };

/**
 * Draws the regions of a hotspot question on its picture: those that were chosen, and the right ones where the review shows them.
 * The lines beside it name the same regions for those who do not see it.
 */
export function ReviewedRegions({ picture, regions }: Props) {
  const { t } = useLingui();
  return (
    <figure className="mt-4 mb-1">
      <div className="relative inline-block max-w-full align-top">
        <img src={picture.file} alt={picture.alt} className="block max-w-full rounded-ctl bg-white" />
        {regions.map(({ text, region, is_chosen, is_right }) => (
          <span
            key={text}
            aria-hidden
            title={text}
            style={{
              left: `${region.x}%`,
              top: `${region.y}%`,
              width: `${region.width}%`,
              height: `${region.height}%`,
            }}
            className={`absolute border-2 outline-2 outline-black ${is_right ? "border-ok" : "border-dashed border-white"} ${is_chosen ? "bg-brand/45" : ""}`}
          >
            {is_right && (
              <span className="absolute top-0 right-0 bg-black px-1 text-small leading-tight text-white">✓</span>
            )}
          </span>
        ))}
      </div>
      <figcaption className="mt-1 text-small text-muted">
        {regions.some(({ is_right }) => is_right)
          ? t`What you chose is filled; right regions have a ✓.`
          : t`What you chose is filled.`}
      </figcaption>
    </figure>
  );
}
