import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { requestInParts } from "../../app/requestInParts.ts";
import { useViewer } from "../../app/session.ts";
import { formatNumber } from "../../ui/format.ts";
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

/** The server changes no more users in a request. */
const MOST_USERS = 1_000;
/** Taking people out of branches takes the server longer than the rest. */
const MOST_BRANCH_MEMBERSHIPS = 200;

/**
 * Runs the list's actions for all selected users, with a toast and its undo: one request for each thousand users, all of
 * them or nobody.
 */
export function useBulkWork(userIds: number[], onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const mayRestore = useViewer().can("deleted.restore");
  const [progress, setProgress] = useState(0);
  const undoing = useMutation({
    mutationFn: (undo: () => Promise<unknown>) => undo(),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const work = useMutation({
    mutationFn: (task: () => Promise<Done>) => {
      setProgress(0);
      return task();
    },
    onSuccess: async ({ text, undo }) => {
      onDone();
      toast({
        kind: "success",
        text,
        ...(undo && { action: { label: t`Undo`, onPress: () => undoing.mutate(undo) } }),
      });
      await client.invalidateQueries();
    },
    // What was done before the failure is shown.
    onError: () => client.invalidateQueries(),
  });

  const forUsers = <Result>(send: (user_ids: number[]) => Promise<Result>) =>
    requestInParts(userIds, send, { size: MOST_USERS, onProgress: setProgress });
  const setActive = async (ids: number[], is_active: boolean) =>
    (await execute(SetUsersActive, { user_ids: ids, is_active })).setUsersActive;
  const setAllActive = async (is_active: boolean) => {
    const changed = (await forUsers((ids) => setActive(ids, is_active))).flatMap(({ ids }) => ids);
    const undo = () => requestInParts(changed, (ids) => setActive(ids, !is_active), { size: MOST_USERS });
    return { count: changed.length, undo: changed.length > 0 ? undo : undefined };
  };

  const tasks = {
    activate: async (): Promise<Done> => {
      const { count, undo } = await setAllActive(true);
      return { text: t`${plural(count, { one: "# user was activated.", other: "# users were activated." })}`, undo };
    },
    deactivate: async (): Promise<Done> => {
      const { count, undo } = await setAllActive(false);
      return {
        text: t`${plural(count, { one: "# user was deactivated.", other: "# users were deactivated." })}`,
        undo,
      };
    },
    delete: async (): Promise<Done> => {
      const sent = await forUsers((user_ids) => execute(DeleteUsers, { user_ids }));
      const deleted = sent.flatMap(({ deleteUsers }) => deleteUsers.ids);
      const count = deleted.length;
      const restore = () => requestInParts(deleted, (ids) => execute(RestoreUsers, { ids }), { size: MOST_USERS });
      return {
        text: t`${plural(count, { one: "# user was deleted.", other: "# users were deleted." })}`,
        undo: mayRestore && count > 0 ? restore : undefined,
      };
    },
    enrol: async (course_ids: number[]): Promise<Done> => {
      const sent = await forUsers((user_ids) => execute(EnrolUsers, { user_ids, course_ids }));
      const made = sent.flatMap(({ enrolUsers }) => enrolUsers.enrolments);
      const count = made.length;
      const end = () => requestInParts(made, (enrolments) => execute(EndEnrolments, { enrolments }));
      return {
        text: t`${plural(count, { one: "# enrolment was added.", other: "# enrolments were added." })}`,
        undo: count > 0 ? end : undefined,
      };
    },
    group: async (group_ids: number[]): Promise<Done> => {
      const sent = await forUsers((user_ids) => execute(AddUsersToGroups, { user_ids, group_ids }));
      const made = sent.flatMap(({ addUsersToGroups }) => addUsersToGroups.memberships);
      const added = made.length;
      const remove = () => requestInParts(made, (memberships) => execute(RemoveUsersFromGroups, { memberships }));
      return {
        text: t`${plural(added, { one: "# membership was added.", other: "# memberships were added." })}`,
        undo: added > 0 ? remove : undefined,
      };
    },
    branch: async (branch_ids: number[]): Promise<Done> => {
      const sent = await forUsers((user_ids) =>
        execute(AddUserToBranch, { userBranchInput: { user_ids, branch_ids, role: "learner" } }),
      );
      const made = sent.flatMap(({ addUserToBranch }) => addUserToBranch.memberships);
      const remove = () =>
        requestInParts(made, (memberships) => execute(RemoveUsersFromBranches, { memberships }), {
          size: MOST_BRANCH_MEMBERSHIPS,
        });
      const count = userIds.length;
      return {
        text: t`${plural(count, { one: "# user was assigned.", other: "# users were assigned." })}`,
        undo: made.length > 0 ? remove : undefined,
      };
    },
  };
  const total = userIds.length;

  return {
    tasks,
    run: (task: () => Promise<Done>) => work.mutate(task),
    busy: work.isPending,
    /** How far a long action is; null while one is short or none runs. */
    progress: work.isPending && total > MOST_USERS ? { done: progress, total } : null,
    error: work.error ? describe(getMessage(work.error)) : undefined,
    forget: () => work.reset(),
  };

  function describe(problem: string): string {
    const [done, all] = [formatNumber(progress), formatNumber(total)];
    return progress > 0 ? t`It is done for ${done} of ${all} users, not for the others. ${problem}` : problem;
  }
}
