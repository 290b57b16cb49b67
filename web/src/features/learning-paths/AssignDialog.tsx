import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { PickerList } from "../../ui/Picker.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { AssignLearningPath, LearningPathChoices } from "./paths.documents.ts";

type Kind = "people" | "groups" | "branches";
type Chosen = Record<Kind, ReadonlySet<number>>;

const NOBODY: Chosen = { people: new Set(), groups: new Set(), branches: new Set() };

/** Assigns a learning path to people, groups and branches. */
export function AssignDialog({ pathId, onClose }: { pathId: number; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>("people");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<Chosen>(NOBODY);
  const found = useQuery({
    queryKey: ["learningPathChoices", pathId, search],
    queryFn: async () => (await execute(LearningPathChoices, { id: pathId, search })).learningPathChoices,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const assigning = useMutation({
    mutationFn: async () =>
      (
        await execute(AssignLearningPath, {
          id: pathId,
          to: { user_ids: [...chosen.people], group_ids: [...chosen.groups], branch_ids: [...chosen.branches] },
        })
      ).assignLearningPath,
    onSuccess: async ({ added }) => {
      onClose();
      toast({
        kind: "success",
        text: t`${plural(added, { one: "# person was assigned.", other: "# people were assigned." })}`,
      });
      await client.invalidateQueries();
    },
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Assign learning path`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            busy={assigning.isPending}
            disabled={Object.values(chosen).every(({ size }) => size === 0)}
            onClick={() => assigning.mutate()}
          >
            {assigning.isPending ? t`Assigning...` : t`Assign`}
          </Button>
        </>
      }
    >
      {assigning.error && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {getMessage(assigning.error)}
        </p>
      )}
      <Tabs
        label={t`Whom to assign`}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
        tabs={[
          tab("people", t`People`, t`Search people`),
          tab("groups", t`Groups`, t`Search groups...`),
          tab("branches", t`Branches`, t`Search branches...`),
        ]}
      />
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
              {t`Everybody in them is assigned, and so is everybody who joins them later.`}
            </p>
          )}
          <PickerList
            label={searchLabel}
            searchLabel={searchLabel}
            search={search}
            onSearch={setSearch}
            items={found.data?.[id].map((each) => ({ id: each.id, label: each.name, note: each.detail ?? undefined }))}
            error={found.error && { title: t`The list could not be loaded.`, onRetry: () => void found.refetch() }}
            chosen={chosen[id]}
            onChange={(ids) => setChosen((all) => ({ ...all, [id]: ids }))}
          />
        </>
      ),
    };
  }
}
