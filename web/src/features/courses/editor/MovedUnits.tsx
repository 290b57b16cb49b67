import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { MoveUnitsMutation } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { UndoMoveUnits } from "./copyUnits.documents.ts";

type Props = {
  /** `from` is the course that lost the units, with their ids in it. */
  moved: MoveUnitsMutation["moveUnits"] & { from: { id: number; unit_ids: number[] } };
  onClose: () => void;
};

/** Shows how many units were moved and where, and undoes it. The editor behind it reads its course again when it closes. */
export function MovedUnits({
  moved: { course_id, title, version, unit_ids, from_version, learners, from },
  onClose,
}: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const undoing = useMutation({
    mutationFn: () =>
      execute(UndoMoveUnits, {
        course_id: from.id,
        unit_ids: from.unit_ids,
        version: from_version,
        to_course_id: course_id,
        moved_unit_ids: unit_ids,
        to_version: version,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["coursesPage"] }),
  });
  const close = () => {
    onClose();
    void client.resetQueries({ queryKey: ["courseToEdit", from.id] });
  };
  const name = title || t`Untitled course`;
  return (
    <Dialog
      open
      onClose={close}
      title={undoing.isSuccess ? t`Units moved back` : t`Units moved`}
      actions={
        <>
          {!undoing.isSuccess && (
            <Button kind="quiet" busy={undoing.isPending} onClick={() => undoing.mutate()}>
              {t`Undo`}
            </Button>
          )}
          {!undoing.isSuccess && (
            <ButtonLink kind="quiet" to="/courses/$id/edit" params={{ id: course_id }}>
              {t`Edit the other course`}
            </ButtonLink>
          )}
          <Button onClick={close}>{t`Close`}</Button>
        </>
      }
    >
      <p role="status">
        {undoing.isSuccess
          ? plural(unit_ids.length, {
              one: `# unit was moved back from "${name}".`,
              other: `# units were moved back from "${name}".`,
            })
          : plural(unit_ids.length, {
              one: `# unit was moved to the end of "${name}".`,
              other: `# units were moved to the end of "${name}".`,
            })}
      </p>
      {!undoing.isSuccess && (
        <p className="mt-2 text-sm text-muted">
          {learners > 0 &&
            `${plural(learners, {
              one: "# learner had begun them here.",
              other: "# learners had begun them here.",
            })} `}
          {t`You can undo this here until a learner begins one of the units in the other course or one of the courses is saved.`}
        </p>
      )}
      {undoing.error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {getMessage(undoing.error)}
        </p>
      )}
    </Dialog>
  );
}
