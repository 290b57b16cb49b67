import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useDebounced } from "../../../ui/useDebounced.ts";
import { categoryPath } from "../categoryPath.ts";
import type { CatalogueSearch } from "./catalogueSearch.ts";

export type CatalogueChange = (part: { [Key in keyof CatalogueSearch]: CatalogueSearch[Key] | undefined }) => void;

type Props = {
  choice: CatalogueSearch;
  /** The order of what is shown. */
  sort: string;
  categories: { id: number; name: string; parent?: { name: string } | null }[];
  onChange: CatalogueChange;
};

/** Renders the search field and the filters above the catalogue. */
export function CatalogueFilters({ choice, sort, categories, onChange }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useDebounced(choice.search ?? "", (text) =>
    onChange({ search: text.trim() || undefined }),
  );
  return (
    <div role="search" className="mb-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_9rem_11rem]">
      <Field
        label={t`Search`}
        type="search"
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Select
        label={t`Category`}
        value={choice.category ?? ""}
        onChange={({ target }) => onChange({ category: target.value ? Number(target.value) : undefined })}
        options={[
          { value: "", label: t`All Categories` },
          ...categories.map((category) => ({ value: String(category.id), label: categoryPath(category) })),
        ]}
      />
      <Select
        label={t`Price`}
        value={choice.price ?? ""}
        onChange={({ target }) => onChange({ price: (target.value || undefined) as CatalogueSearch["price"] })}
        options={[
          { value: "", label: t`Any price` },
          { value: "free", label: t`Free` },
          { value: "priced", label: t`Priced` },
        ]}
      />
      <Select
        label={t`Order`}
        value={sort}
        onChange={({ target }) => onChange({ sort: target.value === "title" ? "title" : "newest" })}
        options={[
          { value: "newest", label: t`Newest first` },
          { value: "title", label: t`By title` },
        ]}
      />
      <Checkbox
        label={t`Only courses I have not started`}
        className="sm:col-span-full"
        checked={choice.notStarted ?? false}
        onChange={({ target }) => onChange({ notStarted: target.checked || undefined })}
      />
    </div>
  );
}
