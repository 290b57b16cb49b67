import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Confirm } from "../../ui/Confirm.tsx";
import { toast } from "../../ui/toast.ts";
import {
  DeleteInstanceBranch,
  DeleteInstanceCourse,
  DeleteInstanceUser,
  DeleteSubscription,
} from "./platform.documents.ts";
import { EndPlatformAccess } from "./people.documents.ts";

export type Doomed = { type: "user" | "course" | "branch" | "subscription" | "operator"; id: number; name: string };

/** Asks before a part of an instance is deleted, and deletes it; open while there is one. */
export function DeletePartDialog({ doomed, onClose }: { doomed: Doomed | null; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: async ({ type, id }: Doomed) => void (await deleting[type](id)),
    onSuccess: async (_, { name, type }) => {
      close();
      toast({
        kind: "success",
        text: type === "operator" ? t`The access of ${name} has ended.` : t`${name} was deleted.`,
      });
      await client.invalidateQueries();
    },
  });
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(doomed);
  if (doomed && doomed !== shown) setShown(doomed);
  const restore = t`It can be restored for 30 days at the site of its instance, under 'Recently deleted'.`;
  const questions = {
    user: `${t`Are you sure you want to delete this user?`} ${restore}`,
    course: `${t`Are you sure you want to delete this course?`} ${restore}`,
    branch: `${t`Are you sure you want to delete this branch?`} ${restore}`,
    operator: t`Are you sure you want to end this person's access? They are signed out of every instance at once, and the API keys they made stop working.`,
    subscription: t`Are you sure you want to delete this subscription? This action cannot be undone.`,
  };

  return (
    <Confirm
      open={doomed !== null}
      onClose={close}
      onConfirm={() => doomed && deletion.mutate(doomed)}
      title={shown?.type === "operator" ? t`Confirm Removal` : t`Confirm Deletion`}
      confirm={confirmWord()}
      busy={deletion.isPending}
      error={deletion.error ? getMessage(deletion.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{shown?.name}</strong>
      {shown && questions[shown.type]}
    </Confirm>
  );

  function confirmWord() {
    if (shown?.type === "operator") return deletion.isPending ? t`Ending...` : t`End Access`;
    return deletion.isPending ? t`Deleting...` : t`Delete`;
  }

  function close() {
    deletion.reset();
    onClose();
  }
}

const deleting: Record<Doomed["type"], (id: number) => Promise<unknown>> = {
  user: (id) => execute(DeleteInstanceUser, { id }),
  course: (id) => execute(DeleteInstanceCourse, { id }),
  branch: (id) => execute(DeleteInstanceBranch, { id }),
  operator: (id) => execute(EndPlatformAccess, { id }),
  subscription: (id) => execute(DeleteSubscription, { id }),
};
