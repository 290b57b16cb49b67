import { Combobox } from "@base-ui/react/combobox";
import { useLingui } from "@lingui/react/macro";
import { Check, Plus, X } from "lucide-react";
import { useState } from "react";
import { controlBox, FieldFrame, useFieldIds, type FieldTexts } from "./FieldFrame.tsx";

export type MultiSelectOption = { id: number; /** The full name, as 'Health > First aid'. */ label: string };

type Props = FieldTexts & {
  options: MultiSelectOption[];
  value: number[];
  onChange: (ids: number[]) => void;
  placeholder?: string;
  /** Offers 'Add "term"' when nothing has that name; the caller makes it and adds its id to the value. */
  onCreate?: (term: string) => void;
  disabled?: boolean;
};

type Entry = MultiSelectOption & { isNew?: boolean };

/** A searchable field that holds several choices as removable chips. */
export function MultiSelect({ options, value, onChange, placeholder, onCreate, disabled = false, ...texts }: Props) {
  const { t } = useLingui();
  const ids = useFieldIds(texts);
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
        <Combobox.InputGroup className={controlBox(texts.error, "flex min-h-11 cursor-text items-center px-2 py-1.5")}>
          <Combobox.Chips className="flex w-full flex-wrap items-center gap-1.5">
            {chosen.map((entry) => (
              <Combobox.Chip
                key={entry.id}
                aria-label={entry.label}
                className="flex h-7 max-w-full items-center gap-1 rounded-md bg-brand-soft pl-2 text-small font-medium text-brand-text outline-none focus-within:ring-2 focus-within:ring-brand-text data-highlighted:ring-2 data-highlighted:ring-brand-text"
              >
                <span className="truncate">{entry.label}</span>
                <Combobox.ChipRemove
                  aria-label={t`Remove ${entry.label}`}
                  className="grid size-7 shrink-0 place-items-center rounded-md"
                >
                  <X size={14} aria-hidden />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              {...ids}
              // The open list hides everything around it from screen readers, the label too.
              aria-label={texts.label}
              placeholder={chosen.length === 0 ? placeholder : undefined}
              className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-muted"
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={6} className="z-60 outline-none">
            <Combobox.Popup className="max-h-[min(var(--available-height),320px)] w-(--anchor-width) animate-fade overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-float">
              <Combobox.Empty>
                <p className="px-3 py-2 text-sm text-muted">{t`No results found.`}</p>
              </Combobox.Empty>
              <Combobox.List>
                {(entry: Entry) => (
                  <Combobox.Item
                    key={entry.id}
                    value={entry}
                    className="flex min-h-9 cursor-default items-center justify-between gap-2 rounded-md px-3 py-1.5 text-sm outline-none data-highlighted:bg-sunken"
                  >
                    {entry.isNew ? (
                      <span className="flex items-center gap-2 font-medium text-brand-text">
                        <Plus size={15} aria-hidden />
                        {t`Add "${entry.label}"`}
                      </span>
                    ) : (
                      entry.label
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
