import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { requestInParts } from "../../app/requestInParts.ts";
import { useViewer } from "../../app/session.ts";
import { toast } from "../../ui/toast.ts";
import {
  AddUsersToGroups,
  AddUserToBranch,
  DeleteUsers,
  EndEnrolments,
  EnrolUsers,
  RemoveUsersFromBranches,
  RemoveUsersFromGroups,
  RestoreUsers,
  SetUsersActive,
} from "./users.documents.ts";

/** The message of a completed action, and its undo if it has one. */
type Done = { text: string; undo?: (() => Promise<unknown>) | undefined };

/** Runs the list's actions for all selected users: one call each, all or nothing, with a toast and its undo. */
export function useBulkWork(userIds: number[], onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const mayRestore = useViewer().can("deleted.restore");
  const undoing = useMutation({
    mutationFn: (undo: () => Promise<unknown>) => undo(),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const work = useMutation({
    mutationFn: (task: () => Promise<Done>) => task(),
    onSuccess: async ({ text, undo }) => {
      onDone();
      toast({
        kind: "success",
        text,
        ...(undo && { action: { label: t`Undo`, onPress: () => undoing.mutate(undo) } }),
      });
      await client.invalidateQueries();
    },
  });

  const setActive = async (ids: number[], is_active: boolean) =>
    (await execute(SetUsersActive, { user_ids: ids, is_active })).setUsersActive;

  const tasks = {
    activate: async (): Promise<Done> => {
      const { count, ids } = await setActive(userIds, true);
      return {
        text: t`${plural(count, { one: "# user was activated.", other: "# users were activated." })}`,
        undo: count > 0 ? () => setActive(ids, false) : undefined,
      };
    },
    deactivate: async (): Promise<Done> => {
      const { count, ids } = await setActive(userIds, false);
      return {
        text: t`${plural(count, { one: "# user was deactivated.", other: "# users were deactivated." })}`,
        undo: count > 0 ? () => setActive(ids, true) : undefined,
      };
    },
    delete: async (): Promise<Done> => {
      const { count, ids } = (await execute(DeleteUsers, { user_ids: userIds })).deleteUsers;
      return {
        text: t`${plural(count, { one: "# user was deleted.", other: "# users were deleted." })}`,
        undo: mayRestore && count > 0 ? () => execute(RestoreUsers, { ids }) : undefined,
      };
    },
    enrol: async (course_ids: number[]): Promise<Done> => {
      const { count, enrolments: made } = (await execute(EnrolUsers, { user_ids: userIds, course_ids })).enrolUsers;
      const end = () => requestInParts(made, (enrolments) => execute(EndEnrolments, { enrolments }));
      return {
        text: t`${plural(count, { one: "# enrolment was added.", other: "# enrolments were added." })}`,
        undo: count > 0 ? end : undefined,
      };
    },
    group: async (group_ids: number[]): Promise<Done> => {
      const { added, memberships: made } = (await execute(AddUsersToGroups, { user_ids: userIds, group_ids }))
        .addUsersToGroups;
      const remove = () => requestInParts(made, (memberships) => execute(RemoveUsersFromGroups, { memberships }));
      return {
        text: t`${plural(added, { one: "# membership was added.", other: "# memberships were added." })}`,
        undo: added > 0 ? remove : undefined,
      };
    },
    branch: async (branch_ids: number[]): Promise<Done> => {
      const userBranchInput = { user_ids: userIds, branch_ids, role: "learner" };
      const { memberships: made } = (await execute(AddUserToBranch, { userBranchInput })).addUserToBranch;
      const remove = () => requestInParts(made, (memberships) => execute(RemoveUsersFromBranches, { memberships }));
      const count = userIds.length;
      return {
        text: t`${plural(count, { one: "# user was assigned.", other: "# users were assigned." })}`,
        undo: made.length > 0 ? remove : undefined,
      };
    },
  };

  return {
    tasks,
    run: (task: () => Promise<Done>) => work.mutate(task),
    busy: work.isPending,
    error: work.error ? getMessage(work.error) : undefined,
    forget: () => work.reset(),
  };
}
