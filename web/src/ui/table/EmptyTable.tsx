import { useLingui } from "@lingui/react/macro";
import { Button } from "../Button.tsx";
import { Empty } from "../Empty.tsx";
import type { EmptyTexts, TableQuery } from "./tableQuery.ts";

type Props = { empty: EmptyTexts; query: TableQuery; onQueryChange: (query: TableQuery) => void };

/**
 * Shows that a list has no rows: what to do next, or, while a search or filters exclude all rows, how to see them
 * again.
 */
export function EmptyTable({ empty, query, onQueryChange }: Props) {
  const { t } = useLingui();
  const { search, clearFilters } = query;
  if (!search && !clearFilters)
    return (
      <Empty title={empty.title} action={empty.action}>
        {empty.text}
      </Empty>
    );
  const { title, text } = empty.noMatch ?? { title: t`No results found.` };
  return (
    <Empty
      title={title}
      action={
        <Button kind="quiet" onClick={clear}>
          {!clearFilters ? t`Clear search` : search ? t`Clear search and filters` : t`Clear filters`}
        </Button>
      }
    >
      {text}
    </Empty>
  );

  function clear() {
    clearFilters?.();
    if (search) onQueryChange({ ...query, search: "", page: 1 });
  }
}
