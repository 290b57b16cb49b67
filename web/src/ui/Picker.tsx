import { useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { Dialog } from "./Dialog.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { useDebounced } from "./useDebounced.ts";

export type PickerItem = {
  id: number;
  label: string;
  /** A second line, such as an e-mail address. */ note?: string | undefined;
};

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  searchLabel: string;
  /** The search text, held by the caller, who also loads the items. */
  search: string;
  /** Called 400 ms after the last key. */
  onSearch: (text: string) => void;
  /** The matches; undefined while loading. */
  items: PickerItem[] | undefined;
  error?: { title: string; onRetry: () => void } | null | undefined;
  /** Receives the selected ids; the caller closes the picker when the work is done. */
  onAdd: (ids: number[]) => void;
  busy?: boolean;
  addLabel?: string;
  /** Shown without matches; 'No results found.' by default. */
  empty?: string;
  /** Why adding failed; the selection stays. */
  problem?: string | undefined;
};

/** Renders a dialog to select several of many items. The selection stays while the search changes. */
export function Picker(props: Props) {
  return props.open ? <OpenPicker {...props} /> : null;
}

function OpenPicker({
  onClose,
  title,
  searchLabel,
  search,
  onSearch,
  items,
  error,
  onAdd,
  busy = false,
  addLabel,
  empty,
  problem,
}: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} disabled={chosen.size === 0} onClick={() => onAdd([...chosen])}>
            {busy ? t`Adding...` : (addLabel ?? t`Add`)}
            {chosen.size > 0 && <span className="tabular-nums">({chosen.size})</span>}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {problem}
        </p>
      )}
      <PickerList
        label={title}
        searchLabel={searchLabel}
        search={search}
        onSearch={onSearch}
        items={items}
        error={error}
        empty={empty}
        chosen={chosen}
        onChange={setChosen}
      />
    </Dialog>
  );
}

type ListProps = Pick<Props, "searchLabel" | "search" | "onSearch" | "items" | "error" | "empty"> & {
  /** The name of the list for screen readers. */
  label: string;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
};

/** Renders a search field and the matches with a checkbox each. The selection stays while the search changes. */
export function PickerList({ label, searchLabel, search, onSearch, items, error, empty, chosen, onChange }: ListProps) {
  const { t } = useLingui();
  const [text, setText] = useDebounced(search, onSearch);
  return (
    <>
      <label className="mb-4 flex h-11 items-center gap-2 rounded-ctl border border-line-strong px-3 focus-within:border-brand-text focus-within:ring-3 focus-within:ring-brand-soft">
        <Search size={17} aria-hidden className="shrink-0 text-muted" />
        <span className="sr-only">{searchLabel}</span>
        <input
          type="search"
          placeholder={searchLabel}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-full w-full bg-transparent outline-none placeholder:text-muted"
        />
      </label>
      <div className="min-h-60" aria-live="polite">
        {list()}
      </div>
    </>
  );

  function list() {
    if (error) return <ErrorState {...error} />;
    if (!items) return [0, 1, 2, 3].map((i) => <Skeleton key={i} className="my-3 h-5 w-3/4" />);
    if (items.length === 0) return <p className="py-16 text-center text-muted">{empty ?? t`No results found.`}</p>;
    return (
      <ul aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className="rounded-ctl px-2 py-2 hover:bg-sunken">
            <Checkbox
              label={item.label}
              hint={item.note && <span className="block pl-7.5">{item.note}</span>}
              checked={chosen.has(item.id)}
              onChange={(event) => onChange(withItem(chosen, item.id, event.target.checked))}
            />
          </li>
        ))}
      </ul>
    );
  }
}

function withItem(chosen: ReadonlySet<number>, id: number, isChosen: boolean) {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}
