import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { CopiedUnits } from "./CopiedUnits.tsx";
import { CopyUnits, MoveUnits } from "./copyUnits.documents.ts";
import { getListedTitle } from "./draft.ts";
import { isUnsaved } from "./draftReducer.ts";
import { useEditorTools } from "./editorContext.ts";
import { MovedUnits } from "./MovedUnits.tsx";
import { type TargetCourse, TargetCourseChoice } from "./TargetCourseChoice.tsx";

type Props = {
  /** The key of the unit that is ticked first. */
  unitKey: string;
  onClose: () => void;
};

/** Copies or moves units of this course to another course: asks which and where, and afterwards offers to undo it. */
export default function CopyUnitsDialog({ unitKey, onClose }: Props) {
  const { t } = useLingui();
  const { latest } = useEditorTools();
  const client = useQueryClient();
  // The editor behind the dialog does not change while it is open.
  const [{ id: courseId, version, isChanged, units }] = useState(() => readUnits(latest(), unitKey));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(units.flatMap(({ id, isFirst }) => (isFirst && id !== null ? [id] : []))),
  );
  const [target, setTarget] = useState<TargetCourse | null>(null);
  const [isMove, setMove] = useState(false);
  const copying = useMutation({
    mutationFn: async (to: TargetCourse) =>
      (await execute(CopyUnits, { course_id: courseId!, unit_ids: [...chosen], to_course_id: to.id })).copyUnits,
    onSuccess: () => client.invalidateQueries({ queryKey: ["coursesPage"] }),
  });
  const moving = useMutation({
    mutationFn: async (to: TargetCourse) => {
      const unit_ids = [...chosen];
      const given = { course_id: courseId!, unit_ids, version: version!, to_course_id: to.id };
      return { ...(await execute(MoveUnits, given)).moveUnits, from: { id: courseId!, unit_ids } };
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["coursesPage"] }),
  });
  if (copying.data) return <CopiedUnits copied={copying.data} onClose={onClose} />;
  if (moving.data) return <MovedUnits moved={moving.data} onClose={onClose} />;

  const isUnsavedUnit = units.some(({ id, isFirst }) => isFirst && id === null);
  const work = isMove ? moving : copying;
  const canWork = target !== null && chosen.size > 0 && !(isMove && isChanged);
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t`Copy or move to another course`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={work.isPending} disabled={!canWork} onClick={() => target && work.mutate(target)}>
            {isMove
              ? plural(chosen.size, { one: "Move # unit", other: "Move # units" })
              : plural(chosen.size, { one: "Copy # unit", other: "Copy # units" })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {work.error && (
          <ul role="alert" className="grid gap-1 text-sm text-danger">
            {listMessages(work.error).map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
        {isUnsavedUnit ? (
          <p className="text-sm text-muted">{t`This unit is not saved yet. Save the course first, then copy it.`}</p>
        ) : (
          isChanged && (
            <p className="text-sm text-muted">
              {isMove
                ? t`You have changes that are not saved. Save the course first, then move units.`
                : t`Changes that you have not saved are not copied. Save the course first to copy them.`}
            </p>
          )
        )}
        <fieldset>
          <legend className="mb-2 text-sm font-medium">{t`Units`}</legend>
          <div className="grid max-h-44 gap-2 overflow-y-auto p-1">
            {units.map(
              ({ id, title }) =>
                id !== null && (
                  <Checkbox
                    key={id}
                    label={title}
                    checked={chosen.has(id)}
                    onChange={(event) => setChosen(withUnit(chosen, id, event.target.checked))}
                  />
                ),
            )}
          </div>
        </fieldset>
        <div className="grid gap-1">
          <Checkbox
            label={t`Remove them from this course`}
            checked={isMove}
            onChange={(event) => setMove(event.target.checked)}
          />
          {isMove && (
            <p role="status" className="text-sm text-muted">
              {t`Learners who have begun these units lose their progress in them, and begin them again in the other course.`}
            </p>
          )}
        </div>
        <TargetCourseChoice courseId={courseId!} chosen={target} onChange={setTarget} />
        {target?.status === "published" && (
          <p role="status" className="text-sm font-medium">
            {t`This course is published. Learners have the units at once, and they count towards completing it.`}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Lists what the server refused, as the publish rules of a published course. */
function listMessages(error: Error): string[] {
  const messages = error instanceof ApiError ? Object.values(error.validation ?? {}).flat() : [];
  return messages.length > 0 ? messages : [getMessage(error)];
}

function readUnits(state: ReturnType<ReturnType<typeof useEditorTools>["latest"]>, unitKey: string) {
  const units = state.course.units.map((unit, index) => ({
    id: unit.id,
    title: `${index + 1}. ${getListedTitle(unit, index + 1)}`,
    isFirst: unit.key === unitKey,
  }));
  return { id: state.id, version: state.version, isChanged: isUnsaved(state), units };
}

function withUnit(chosen: ReadonlySet<number>, id: number, isChosen: boolean): ReadonlySet<number> {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}
