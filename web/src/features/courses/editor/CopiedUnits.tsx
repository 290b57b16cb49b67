import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { CopyUnitsMutation } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { RemoveUnits } from "./copyUnits.documents.ts";

type Props = { copied: CopyUnitsMutation["copyUnits"]; onClose: () => void };

/** Shows how many units were copied and where, and undoes it. */
export function CopiedUnits({ copied: { course_id, title, version, unit_ids }, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => execute(RemoveUnits, { course_id, unit_ids, version }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["coursesPage"] }),
  });
  const name = title || t`Untitled course`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={undoing.isSuccess ? t`Copies removed` : t`Units copied`}
      actions={
        undoing.isSuccess ? (
          <Button onClick={onClose}>{t`Close`}</Button>
        ) : (
          <>
            <Button kind="quiet" busy={undoing.isPending} onClick={() => undoing.mutate()}>
              {t`Undo`}
            </Button>
            <ButtonLink to="/courses/$id/edit" params={{ id: course_id }}>
              {t`Edit the other course`}
            </ButtonLink>
          </>
        )
      }
    >
      <p role="status">
        {undoing.isSuccess
          ? plural(unit_ids.length, {
              one: `# unit was removed from "${name}" again.`,
              other: `# units were removed from "${name}" again.`,
            })
          : plural(unit_ids.length, {
              one: `# unit was copied to the end of "${name}".`,
              other: `# units were copied to the end of "${name}".`,
            })}
      </p>
      {!undoing.isSuccess && (
        <p className="mt-2 text-sm text-muted">
          {t`You can undo this here until a learner begins one of the copies or the course is saved.`}
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
