import { useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import { useDebounced } from "../useDebounced.ts";
import { ExportButtons, type ExportFormat } from "./ExportButtons.tsx";
import type { TableQuery } from "./tableQuery.ts";

type Props = {
  query: TableQuery;
  onQueryChange: (query: TableQuery) => void;
  searchLabel?: string | undefined;
  toolbar?: ReactNode;
  onExport?: ((format: ExportFormat) => Promise<void> | void) | undefined;
  total: number | undefined;
};

/** Shows search, filters and export above a table; nothing without any of them. */
export function TableToolbar({ query, onQueryChange, searchLabel, toolbar, onExport, total }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useDebounced(query.search, (text) => onQueryChange({ ...query, search: text, page: 1 }));
  if (!searchLabel && !toolbar && !onExport) return null;

  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-1.5 print:hidden">
      {searchLabel && (
        <label className="-ml-2 flex min-w-40 flex-1 items-center gap-2 rounded-ctl pl-2 focus-within:outline-2 focus-within:outline-brand-text">
          <Search size={17} className="shrink-0 text-muted" aria-hidden />
          <span className="sr-only">{searchLabel}</span>
          <input
            type="search"
            placeholder={searchLabel}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="h-10 w-full bg-transparent outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
          />
        </label>
      )}
      {search && (
        <Button kind="ghost" size="small" onClick={clear}>
          {t`Clear`}
        </Button>
      )}
      {!searchLabel && <span className="flex-1" />}
      <span role="status" className="sr-only">
        {query.search && total !== undefined ? t`${total} found` : ""}
      </span>
      {toolbar}
      {onExport && <ExportButtons onExport={onExport} disabled={!total} />}
    </div>
  );

  function clear() {
    setSearch("");
    onQueryChange({ ...query, search: "", page: 1 });
  }
}
