import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../Button.tsx";
import { Select } from "../Select.tsx";
import { pageSizes, type TableQuery } from "./tableQuery.ts";

type Props = {
  /** The table's label, because a screen may have several tables. */
  label: string;
  query: TableQuery;
  total: number;
  onQueryChange: (query: TableQuery) => void;
};

/** Shows 'Showing 1-10 of 87', the page size, and the page buttons. */
export function TableFooter({ label, query, total, onQueryChange }: Props) {
  const { t } = useLingui();
  const { page, pageSize } = query;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-small text-muted">
      <p role="status" className="mr-auto tabular-nums">
        {t`Showing ${first}-${last} of ${total}`}
      </p>
      <Select
        className="print:hidden"
        compact
        label={t`Rows per page`}
        value={String(pageSize)}
        onChange={(event) => onQueryChange({ ...query, page: 1, pageSize: Number(event.target.value) })}
        options={pageSizes.map((size) => ({ value: String(size), label: t`${size} per page` }))}
      />
      <nav aria-label={t`Pages of ${label}`} className="flex items-center gap-1 max-sm:ml-auto print:hidden">
        <Button
          kind="ghost"
          size="icon"
          aria-label={t`Previous page`}
          keepsFocus
          disabled={page <= 1}
          onClick={() => onQueryChange({ ...query, page: page - 1 })}
        >
          <ChevronLeft size={17} aria-hidden />
        </Button>
        <span className="px-1 tabular-nums">{t`Page ${page} of ${pages}`}</span>
        <Button
          kind="ghost"
          size="icon"
          aria-label={t`Next page`}
          keepsFocus
          disabled={page >= pages}
          onClick={() => onQueryChange({ ...query, page: page + 1 })}
        >
          <ChevronRight size={17} aria-hidden />
        </Button>
      </nav>
    </footer>
  );
}
