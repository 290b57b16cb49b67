import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { SavedState } from "../../../ui/SavedState.tsx";
import type { Sheet } from "./answerSheet.ts";
import { Countdown } from "./Countdown.tsx";
import type { Time } from "./timekeeper.ts";
import type { Mode } from "./courseQuery.ts";
import { toUnitAddress } from "./unitAddress.ts";
import { findNeighbours, type PlayerCourse, type Unit } from "./units.ts";
import type { Advance } from "./useAdvance.ts";

type Props = {
  course: PlayerCourse;
  mode: Mode;
  unit: Unit;
  time: Time | null;
  answers: Sheet;
  error: string | null;
  /** The button 'Next'; a test unit has its own. */
  advance: Advance | null;
};

/** Shows the buttons for the previous and next unit, and why the learner cannot continue yet. */
export function UnitFooter({ course, mode, unit, time, answers, error, advance }: Props) {
  const { t } = useLingui();
  const { previous } = findNeighbours(course.units, unit);
  return (
    <footer className="sticky bottom-0 z-10 border-t border-line bg-bg print:hidden">
      <div className="mx-auto max-w-[62rem] px-5 py-3.5 sm:px-8">
        {error && (
          <p role="alert" className="mb-3 text-sm font-medium text-danger">
            {error}
          </p>
        )}
        <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2">
          {unit.unit_order > 1 && previous && (
            <ButtonLink kind="quiet" {...toUnitAddress(mode, course.id, previous.unit_order)}>
              {t`Back`}
            </ButtonLink>
          )}
          <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-4 text-right text-small text-muted max-sm:order-first max-sm:basis-full">
            {mode !== "preview" && <SavedState unsaved={answers.unsaved} hasSaved={answers.hasSaved} />}
            {time && <Countdown unit={unit} time={time} />}
          </div>
          {advance && (
            <Button onClick={advance.start} busy={advance.isPending} className="max-sm:ml-auto">
              {t`Next`}
            </Button>
          )}
        </div>
      </div>
    </footer>
  );
}
