import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { execute } from "../../app/graphql.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { Select } from "../../ui/Select.tsx";
import { useDebounced } from "../../ui/useDebounced.ts";
import { SearchBadgeObjects } from "./badges.documents.ts";

/** The server lists so many at most; there is a search field if there may be more. */
const MOST = 100;

type Choice = { id: number; name: string };
type Props = Omit<ComponentProps<typeof Select>, "options"> & {
  kind: "course" | "path";
  searchLabel: string;
  /** The first ones by name. */
  list: readonly Choice[];
  /** What the badge has, which may be none of the list. */
  stored: Choice | null;
};

/** Chooses the course or learning path of a badge, or none. */
export function ObjectSelect({ kind, searchLabel, list, stored, onChange, ...select }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const [text, setText] = useDebounced("", setSearch);
  const [chosen, setChosen] = useState(stored);
  const found = useQuery({
    queryKey: ["badgeObjects", kind, search],
    queryFn: async () => (await execute(SearchBadgeObjects, { kind, search })).automationChoices,
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const shown = search === "" ? list : (found.data ?? list);
  const choices = chosen && !shown.some(({ id }) => id === chosen.id) ? [chosen, ...shown] : shown;
  return (
    <div className="grid gap-3">
      {(list.length >= MOST || text !== "") && <SearchField label={searchLabel} value={text} onChange={setText} />}
      <Select
        {...select}
        onChange={(event) => {
          setChosen(choices.find(({ id }) => String(id) === event.target.value) ?? null);
          onChange?.(event);
        }}
        options={[
          { value: "", label: t`None` },
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </div>
  );
}
