import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { MessageDialog } from "../../app/announcements/MessageDialog.tsx";
import { SearchPicker } from "../../app/membership/SearchPicker.tsx";
import { useNarrowing } from "../../app/membership/useNarrowing.tsx";
import { RestoreNote } from "../../app/RestoreNote.tsx";
import { useViewer } from "../../app/session.ts";
import type { UserFilterInput } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { formatNumber } from "../../ui/format.ts";
import { useBulkWork } from "./bulkWork.ts";
import { findBranches, findCourses, findGroups } from "./choices.ts";

type Asking = "group" | "branch" | "enrol" | "delete" | "message" | null;

type Props = {
  userIds: number[];
  /** What messages go to: those selected, or all whom the filters leave. */
  people: UserFilterInput;
  /** Whether the current user may change and delete all of them. */
  mayEdit: boolean;
  onDone: () => void;
};

/** Actions for all users selected on the list; each is shown to those who may. */
export function BulkActions({ userIds, people, mayEdit, onDone }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const count = userIds.length;
  const [asking, setAsking] = useState<Asking>(null);
  const work = useBulkWork(userIds, () => {
    setAsking(null);
    onDone();
  });
  const { tasks, run, busy, progress } = work;
  const ask = (what: Asking) => {
    work.forget();
    setAsking(what);
  };
  const picker = { busy, onClose: () => ask(null) };
  const { confirmNarrowing, narrowingDialog } = useNarrowing();
  const assign = async (branch_ids: number[]) => {
    // Where the question fails, the assignment fails too, and shows why.
    const isConfirmed = await confirmNarrowing({ user_ids: userIds, branch_ids }).catch(() => true);
    if (isConfirmed) run(() => tasks.branch(branch_ids));
  };

  return (
    <>
      {progress && (
        <p role="status" className="text-sm text-muted tabular-nums">
          {t`${formatNumber(progress.done)} of ${formatNumber(progress.total)} users are done.`}
        </p>
      )}
      {viewer.can("user.message") && button(t`Send message`, () => ask("message"))}
      {asking === "message" && <MessageDialog people={{ users: people }} count={count} onClose={() => ask(null)} />}
      {mayEdit && viewer.can("user.edit") && (
        <>
          {button(t`Activate`, () => run(tasks.activate))}
          {button(t`Deactivate`, () => run(tasks.deactivate))}
        </>
      )}
      {viewer.can("group.manage") && button(t`Add to Group`, () => ask("group"))}
      {viewer.can("branch.manage") && button(t`Assign to Branch`, () => ask("branch"))}
      {viewer.can("enrolment.manage") && button(t`Enroll`, () => ask("enrol"))}
      {mayEdit && viewer.can("user.delete") && button(t`Delete`, () => ask("delete"))}
      {work.error && asking === null && (
        <p role="alert" className="basis-full text-sm text-danger">
          {work.error}
        </p>
      )}
      <SearchPicker
        {...picker}
        open={asking === "group"}
        onAdd={(ids) => run(() => tasks.group(ids))}
        kind="groups"
        find={findGroups}
        title={t`Add Users to Groups`}
        searchLabel={t`Search groups...`}
        empty={t`No groups available for selection.`}
        problem={work.error}
      />
      <SearchPicker
        {...picker}
        open={asking === "branch"}
        onAdd={(ids) => void assign(ids)}
        kind="branches"
        find={findBranches}
        title={t`Assign Users to Branches`}
        searchLabel={t`Search branches...`}
        addLabel={t`Assign`}
        problem={work.error}
      />
      <SearchPicker
        {...picker}
        open={asking === "enrol"}
        onAdd={(ids) => run(() => tasks.enrol(ids))}
        kind="courses"
        find={findCourses}
        title={t`Enroll Users in Courses`}
        searchLabel={t`Search courses...`}
        addLabel={t`Enroll`}
        problem={work.error}
      />
      {narrowingDialog}
      <Confirm
        open={asking === "delete"}
        onClose={() => ask(null)}
        onConfirm={() => run(tasks.delete)}
        title={t`Confirm Deletion`}
        confirm={busy ? t`Deleting...` : t`Delete`}
        busy={busy}
        error={work.error}
      >
        {t`${plural(count, { one: "Are you sure you want to delete this user?", other: "Are you sure you want to delete these # users?" })}`}{" "}
        <RestoreNote isMany={count > 1} />
      </Confirm>
    </>
  );

  function button(label: string, onClick: () => void) {
    return (
      <Button kind="quiet" size="small" keepsFocus disabled={busy} onClick={onClick}>
        {label}
      </Button>
    );
  }
}
