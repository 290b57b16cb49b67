import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getMessage } from "../../../app/errors.ts";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

type Texts = { title: string; result: string };

type Props = {
  /** The course that has the units now. */
  courseId: number;
  undo: () => Promise<unknown>;
  done: Texts;
  undone: Texts;
  /** Until when it can be undone. */
  hint: ReactNode;
  onClose: () => void;
};

/** Shows what happened to units of a course in another one, and undoes it. */
export function UnitsDone({ courseId, undo, done, undone, hint, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const undoing = useMutation({
    mutationFn: undo,
    onSuccess: () => client.invalidateQueries({ queryKey: ["coursesPage"] }),
  });
  const { title, result } = undoing.isSuccess ? undone : done;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          {!undoing.isSuccess && (
            <>
              <Button kind="quiet" busy={undoing.isPending} onClick={() => undoing.mutate()}>
                {t`Undo`}
              </Button>
              <ButtonLink kind="quiet" to="/courses/$id/edit" params={{ id: courseId }}>
                {t`Edit the other course`}
              </ButtonLink>
            </>
          )}
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <p role="status">{result}</p>
      {!undoing.isSuccess && <p className="mt-2 text-sm text-muted">{hint}</p>}
      {undoing.error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {getMessage(undoing.error)}
        </p>
      )}
    </Dialog>
  );
}
