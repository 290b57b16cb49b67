import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { SearchPicker } from "../../app/membership/SearchPicker.tsx";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { useBulkWork } from "./bulkWork.ts";
import { findBranches, findCourses, findGroups } from "./choices.ts";

type Asking = "group" | "branch" | "enrol" | "delete" | null;

/** What can be done with everybody chosen on the list; each entry for who may. */
export function BulkActions({ userIds, onDone }: { userIds: number[]; onDone: () => void }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const [asking, setAsking] = useState<Asking>(null);
  const work = useBulkWork(userIds, () => {
    setAsking(null);
    onDone();
  });
  const { tasks, run, busy } = work;
  const count = userIds.length;
  const ask = (what: Asking) => {
    work.forget();
    setAsking(what);
  };
  const picker = { busy, onClose: () => ask(null) };

  return (
    <>
      {viewer.can("user.edit") && (
        <>
          {button(t`Activate`, () => run(tasks.activate))}
          {button(t`Deactivate`, () => run(tasks.deactivate))}
        </>
      )}
      {viewer.can("group.manage") && button(t`Add to Group`, () => ask("group"))}
      {viewer.can("branch.manage") && button(t`Assign to Branch`, () => ask("branch"))}
      {viewer.can("enrolment.manage") && button(t`Enroll`, () => ask("enrol"))}
      {viewer.can("user.delete") && button(t`Delete`, () => ask("delete"))}
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
        onAdd={(ids) => run(() => tasks.branch(ids))}
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
        {viewer.can("deleted.restore")
          ? t`They can be restored from Recently Deleted for 30 days.`
          : t`This action cannot be undone.`}
      </Confirm>
    </>
  );

  function button(label: string, onClick: () => void) {
    return (
      <Button kind="quiet" size="small" disabled={busy} onClick={onClick}>
        {label}
      </Button>
    );
  }
}
