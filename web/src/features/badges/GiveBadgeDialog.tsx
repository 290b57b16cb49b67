import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Picker } from "../../ui/Picker.tsx";
import { toast } from "../../ui/toast.ts";
import { IssueBadge, PeopleToAward } from "./badges.documents.ts";

/** Awards a badge to people. */
export function GiveBadgeDialog({ badge, onClose }: { badge: { id: number; name: string }; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [search, setSearch] = useState("");
  const found = useQuery({
    queryKey: ["peopleToAward", search],
    queryFn: async () => (await execute(PeopleToAward, { search: search || null })).usersPage.rows,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const giving = useMutation({
    mutationFn: async (userIds: number[]) => (await execute(IssueBadge, { id: badge.id, userIds })).issueBadge,
    onSuccess: async (count) => {
      onClose();
      toast({
        kind: "success",
        text: t`${plural(count, { one: "The badge was awarded to # person.", other: "The badge was awarded to # people." })}`,
      });
      await client.invalidateQueries();
    },
  });
  return (
    <Picker
      open
      onClose={onClose}
      title={t`Award badge`}
      searchLabel={t`Search people`}
      search={search}
      onSearch={setSearch}
      items={found.data?.map(({ id, first_name, last_name, email }) => ({
        id,
        label: `${first_name} ${last_name}`,
        note: email,
      }))}
      error={found.error && { title: t`The list could not be loaded.`, onRetry: () => void found.refetch() }}
      onAdd={(ids) => giving.mutate(ids)}
      busy={giving.isPending}
      addLabel={t`Award`}
      problem={giving.error ? getMessage(giving.error) : undefined}
    />
  );
}
