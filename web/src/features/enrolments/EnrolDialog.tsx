import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DueFields, NO_CHOICE, toDueInput } from "../../app/due/DueFields.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { PickerList, type PickerItem } from "../../ui/Picker.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { formatName } from "./coursePeopleTable.tsx";
import { BranchChoices, EnrolByFilter, GroupChoices, PeopleChoices, PeopleToEnrol } from "./enrolments.documents.ts";
import { useUndoRun } from "./useUndoRun.ts";

type Kind = "people" | "groups" | "branches";
type Chosen = Record<Kind, ReadonlySet<number>>;

const NOBODY: Chosen = { people: new Set(), groups: new Set(), branches: new Set() };

const FIND: Record<Kind, (search: string) => Promise<PickerItem[]>> = {
  people: async (search) => {
    const { rows } = (await execute(PeopleChoices, { search })).usersPage;
    return rows
      .filter(({ is_active, in_reach }) => is_active && in_reach)
      .map((person) => ({ id: person.id, label: formatName(person), note: person.email }));
  },
  groups: async (search) =>
    (await execute(GroupChoices, { search })).groups.map(({ id, name }) => ({ id, label: name })),
  branches: async (search) =>
    (await execute(BranchChoices, { search })).branches.map(({ id, name, url }) => ({
      id,
      label: name,
      note: url ?? undefined,
    })),
};

type Props = {
  courseId: number;
  onClose: () => void;
  /** Called with the enrolment when it goes on in the background. */
  onWorking: (runId: number) => void;
};

/** Enrols people, and all people of groups and branches, and says beforehand how many that are. */
export function EnrolDialog({ courseId, onClose, onWorking }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const client = useQueryClient();
  const undo = useUndoRun();
  const [kind, setKind] = useState<Kind>("people");
  const [chosen, setChosen] = useState<Chosen>(NOBODY);
  const [dueChoice, setDueChoice] = useState(NO_CHOICE);
  const due = toDueInput(dueChoice);
  const people = {
    user_ids: [...chosen.people],
    group_ids: [...chosen.groups],
    branch_ids: [...chosen.branches],
  };
  const isEmpty = Object.values(chosen).every(({ size }) => size === 0);
  const { data: meant } = useQuery({
    queryKey: ["peopleToEnrol", courseId, people],
    queryFn: async () => (await execute(PeopleToEnrol, { course_id: courseId, people })).peopleToEnrol,
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const enrolling = useMutation({
    mutationFn: async () =>
      (await execute(EnrolByFilter, { course_id: courseId, people, due: due ?? null })).enrolByFilter,
    onSuccess: async ({ id, state, enrolled }) => {
      onClose();
      if (state === "working") onWorking(id);
      else
        toast({
          kind: "success",
          text: t`${plural(enrolled, { one: "# person was enrolled.", other: "# people were enrolled." })}`,
          ...(enrolled > 0 && { action: { label: t`Undo`, onPress: () => undo(id) } }),
        });
      await client.invalidateQueries();
    },
  });
  const fresh = meant && !isEmpty ? meant.total - meant.enrolled : 0;

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Enrol people`}
      actions={
        <>
          <p role="status" className="mr-auto self-center text-sm text-muted">
            {!isEmpty && meant && summary(fresh, meant.enrolled)}
          </p>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            busy={enrolling.isPending}
            disabled={fresh === 0 || due === undefined}
            onClick={() => enrolling.mutate()}
          >
            {t`Enrol`}
          </Button>
        </>
      }
    >
      {enrolling.error && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {getMessage(enrolling.error)}
        </p>
      )}
      <Tabs
        label={t`Whom to enrol`}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
        tabs={[
          tab("people", t`People`, t`Search people`),
          ...(viewer.can("group.view") ? [tab("groups", t`Groups`, t`Search groups...`)] : []),
          ...(viewer.can("branch.view") ? [tab("branches", t`Branches`, t`Search branches...`)] : []),
        ]}
      />
      <div className="mt-5 border-t border-line pt-5">
        <DueFields value={dueChoice} onChange={setDueChoice} rules={t`As the course says`} />
      </div>
    </Dialog>
  );

  function tab(id: Kind, label: string, searchLabel: string) {
    const { size } = chosen[id];
    return {
      id,
      label: size > 0 ? t`${label} (${size})` : label,
      content: (
        <>
          {id !== "people" && (
            <p className="mb-4 text-sm text-muted">
              {t`Enrols everybody who belongs to them now. To enrol those who join later too, add the course to the group.`}
            </p>
          )}
          <Choices
            kind={id}
            searchLabel={searchLabel}
            chosen={chosen[id]}
            onChange={(ids) => setChosen((all) => ({ ...all, [id]: ids }))}
          />
        </>
      ),
    };
  }

  function summary(count: number, enrolled: number) {
    const parts = [t`${plural(count, { one: "# person will be enrolled.", other: "# people will be enrolled." })}`];
    if (enrolled > 0)
      parts.push(t`${plural(enrolled, { one: "# is enrolled already.", other: "# are enrolled already." })}`);
    return parts.join(" ");
  }
}

type ChoicesProps = {
  kind: Kind;
  searchLabel: string;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
};

function Choices({ kind, searchLabel, chosen, onChange }: ChoicesProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const found = useQuery({
    queryKey: ["enrolChoices", kind, search],
    queryFn: () => FIND[kind](search),
    placeholderData: keepPreviousData,
  });
  return (
    <PickerList
      label={searchLabel}
      searchLabel={searchLabel}
      search={search}
      onSearch={setSearch}
      items={found.data}
      error={found.error && { title: t`The list could not be loaded.`, onRetry: () => void found.refetch() }}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
