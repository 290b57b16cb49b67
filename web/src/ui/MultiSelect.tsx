import { Combobox } from "@base-ui/react/combobox";
import { useLingui } from "@lingui/react/macro";
import { Check, ChevronDown, Plus, Search, X } from "lucide-react";
import { useRef, useState } from "react";
import { useLandmark } from "./useLandmark.ts";
import { controlBox, FieldFrame, useFieldIds, type FieldTexts } from "./FieldFrame.tsx";

export type MultiSelectOption = { id: number; /** The full name, as 'Health > First aid'. */ label: string };

type Props = FieldTexts & {
  options: MultiSelectOption[];
  value: number[];
  onChange: (ids: number[]) => void;
  placeholder?: string;
  /** Offers 'Add "term"' when no option has that name; the caller creates it and adds its id to the value. */
  onCreate?: (term: string) => void;
  disabled?: boolean;
};

type Entry = MultiSelectOption & { isNew?: boolean };

/** Renders a select of several choices: chips that can be removed, and a list with a search. */
export function MultiSelect({ options, value, onChange, placeholder, onCreate, disabled = false, ...texts }: Props) {
  const { t } = useLingui();
  const ids = useFieldIds(texts);
  const { ref, portal } = useLandmark();
  const box = useRef<HTMLDivElement>(null);
  const [term, setTerm] = useState("");
  const chosen: Entry[] = options.filter((option) => value.includes(option.id));
  const wanted = term.trim();
  const known = options.some((option) => option.label.toLocaleLowerCase() === wanted.toLocaleLowerCase());
  const entries: Entry[] =
    onCreate && wanted && !known ? [...options, { id: -1, label: wanted, isNew: true }] : options;

  return (
    <FieldFrame {...texts} id={ids.id}>
      <Combobox.Root
        multiple
        disabled={disabled}
        items={entries}
        value={chosen}
        inputValue={term}
        onInputValueChange={setTerm}
        onValueChange={choose}
        isItemEqualToValue={(a: Entry, b: Entry) => a.id === b.id}
        itemToStringLabel={(entry: Entry) => entry.label}
      >
        <div ref={box} className={controlBox(texts.error, "flex min-h-11 flex-wrap items-center gap-1.5 px-2 py-1.5")}>
          {chosen.map((entry) => (
            <span
              key={entry.id}
              className="flex h-7 max-w-full items-center rounded-md bg-brand-soft pl-2 text-small font-medium text-brand-text"
            >
              <span className="truncate" title={entry.label}>
                {entry.label}
              </span>
              <button
                type="button"
                disabled={disabled}
                aria-label={t`Remove ${entry.label}`}
                onClick={() => onChange(value.filter((id) => id !== entry.id))}
                className="grid size-7 shrink-0 place-items-center rounded-md"
              >
                <X size={14} aria-hidden />
              </button>
            </span>
          ))}
          <Combobox.Trigger
            {...ids}
            ref={ref}
            className="flex h-7 min-w-24 flex-1 items-center gap-2 px-1.5 text-left text-muted outline-none"
          >
            <span className="min-w-0 flex-1 truncate">{chosen.length === 0 && (placeholder ?? t`Choose...`)}</span>
            <ChevronDown size={16} aria-hidden className="-mr-0.5 shrink-0" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal {...portal}>
          <Combobox.Positioner anchor={box} sideOffset={6} className="z-60 outline-none">
            <Combobox.Popup
              aria-label={texts.label}
              className="flex max-h-[min(var(--available-height),360px)] w-(--anchor-width) animate-fade flex-col rounded-card border border-line bg-raised p-1.5 shadow-float"
            >
              <div className="mb-1.5 flex shrink-0 items-center gap-2 border-b border-line px-3 pb-1.5">
                <Search size={16} aria-hidden className="shrink-0 text-muted" />
                <Combobox.Input
                  aria-label={texts.label}
                  placeholder={t`Search...`}
                  className="h-9 w-full bg-transparent text-sm outline-none placeholder:text-muted"
                />
              </div>
              <Combobox.Empty>
                <p className="px-3 py-2 text-sm text-muted">{t`No results found.`}</p>
              </Combobox.Empty>
              <Combobox.List aria-label={texts.label} className="min-h-0 overflow-y-auto">
                {(entry: Entry) => (
                  <Combobox.Item
                    key={entry.id}
                    value={entry}
                    className="flex min-h-9 cursor-default items-center justify-between gap-2 rounded-md px-3 py-1.5 text-sm outline-none data-highlighted:bg-sunken"
                  >
                    {entry.isNew ? (
                      <span className="flex min-w-0 items-center gap-2 font-medium text-brand-text">
                        <Plus size={15} aria-hidden className="shrink-0" />
                        <span className="min-w-0">{t`Add "${entry.label}"`}</span>
                      </span>
                    ) : (
                      <span className="min-w-0">{entry.label}</span>
                    )}
                    <Combobox.ItemIndicator>
                      <Check size={15} aria-hidden />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldFrame>
  );

  function choose(entries: Entry[]) {
    const created = entries.find((entry) => entry.isNew);
    if (!created) return onChange(entries.map((entry) => entry.id));
    setTerm("");
    onCreate?.(created.label);
  }
}
