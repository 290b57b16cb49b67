import { useLingui } from "@lingui/react/macro";
import { emptyRegion } from "../question.ts";
import { findPicture, MOST_REGIONS, type Region, writeRegion } from "../regions.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { RegionDrawing } from "./RegionDrawing.tsx";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";

/** Edits the regions of a picture: their names and places, and which are right. */
export function HotspotFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  const picture = findPicture(question.media);
  return (
    <>
      {picture ? (
        <RegionDrawing
          picture={picture}
          options={question.options}
          onDraw={(place) => {
            if (question.options.length < MOST_REGIONS)
              onChange({ options: [...question.options, { ...emptyRegion, region: writeRegion(place) }] });
          }}
        />
      ) : (
        <p className="text-sm text-muted">{t`Add a picture to the question first. Its regions are on this picture.`}</p>
      )}
      <RowsEditor
        legend={t`Regions`}
        hint={t`Name each region so that the name does not tell whether it is right: learners read the names. Tick the right ones. With one of them, learners choose one; with several, they have to find all.`}
        rows={question.options}
        onChange={(options) => onChange({ options })}
        empty={emptyRegion}
        addLabel={t`Add region`}
      >
        {(option, change, number) => (
          <div className="grid gap-2">
            <div className="flex items-center gap-3">
              <input
                type="checkbox"
                aria-label={t`Region ${number} is right`}
                checked={option.checked}
                onChange={(event) => change({ checked: event.target.checked })}
                className="size-4.5 shrink-0 cursor-pointer accent-brand"
              />
              <span aria-hidden className="w-5 text-sm text-muted tabular-nums">
                {number}
              </span>
              <div className="min-w-0 flex-1">
                <TextInput
                  label={t`Name of region ${number}`}
                  value={option.text}
                  maxLength={200}
                  required
                  onChange={(event) => change({ text: event.target.value })}
                />
              </div>
            </div>
            <RegionFields
              number={number}
              region={option.region ?? emptyRegion.region!}
              onChange={(region) => change({ region })}
            />
          </div>
        )}
      </RowsEditor>
    </>
  );
}

type RegionProps = { number: number; region: Region; onChange: (region: Region) => void };

/** Edits the place and the size of a region in percent of the picture. */
function RegionFields({ number, region, onChange }: RegionProps) {
  const { t } = useLingui();
  const sides = [
    { side: "x", name: t`Left (%)`, label: t`Left edge of region ${number} in percent` },
    { side: "y", name: t`Top (%)`, label: t`Top edge of region ${number} in percent` },
    { side: "width", name: t`Width (%)`, label: t`Width of region ${number} in percent` },
    { side: "height", name: t`Height (%)`, label: t`Height of region ${number} in percent` },
  ] as const;
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {sides.map(({ side, name, label }) => (
        <div key={side} className="min-w-0">
          <p aria-hidden className="mb-1 text-small text-muted">
            {name}
          </p>
          <TextInput
            label={label}
            type="number"
            inputMode="decimal"
            min={side === "width" || side === "height" ? 1 : 0}
            max={100}
            step="any"
            value={region[side]}
            onChange={(event) => onChange({ ...region, [side]: event.target.value })}
          />
        </div>
      ))}
    </div>
  );
}
