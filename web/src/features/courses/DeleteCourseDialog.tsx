import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Confirm } from "../../ui/Confirm.tsx";
import { toast } from "../../ui/toast.ts";
import { DeleteCourse } from "./courses.documents.ts";

type Doomed = { id: number; title: string };

/** Asks before a course is deleted, and deletes it; open while there is a course. */
export function DeleteCourseDialog({ course, onClose }: { course: Doomed | null; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: ({ id }: Doomed) => execute(DeleteCourse, { id }),
    onSuccess: async (_, { title }) => {
      close();
      toast({ kind: "success", text: t`${title} was deleted.` });
      await client.invalidateQueries();
    },
  });
  // Keeps the words in place while the window fades.
  const [shown, setShown] = useState(course);
  if (course && course !== shown) setShown(course);

  return (
    <Confirm
      open={course !== null}
      onClose={close}
      onConfirm={() => course && deletion.mutate(course)}
      title={t`Confirm Deletion`}
      confirm={deletion.isPending ? t`Deleting...` : t`Delete`}
      busy={deletion.isPending}
      error={deletion.error ? messageOf(deletion.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{shown?.title}</strong>
      {t`Are you sure you want to delete this course? This action cannot be undone.`}
    </Confirm>
  );

  function close() {
    deletion.reset();
    onClose();
  }
}
