import { Combobox } from "@base-ui/react/combobox";
import { useLingui } from "@lingui/react/macro";
import { Check, ChevronDown, Search } from "lucide-react";
import { controlBox } from "./FieldFrame.tsx";
import { useLandmark } from "./useLandmark.ts";

export type SearchOption = { id: number; label: string };

type Props = {
  /** For screen readers. */
  label: string;
  /** What nothing chosen means, such as 'Any course'. */
  placeholder: string;
  value: SearchOption | null;
  onChange: (id: number | undefined) => void;
  search: string;
  onSearch: (text: string) => void;
  /** The choices that match the search; undefined while they are loaded. */
  options: readonly SearchOption[] | undefined;
  /** Why the choices could not be loaded. */
  problem?: string | undefined;
  className?: string;
};

/** Renders a select at the height of a row button whose choices are found by a search on the server. */
export function SearchSelect({
  label,
  placeholder,
  value,
  onChange,
  search,
  onSearch,
  options,
  problem,
  className,
}: Props) {
  const { t } = useLingui();
  const { ref, portal } = useLandmark();
  return (
    <div className={className}>
      <Combobox.Root
        items={options ?? []}
        filter={null}
        value={value}
        onValueChange={(option: SearchOption | null) => onChange(option?.id)}
        inputValue={search}
        onInputValueChange={onSearch}
        isItemEqualToValue={(a: SearchOption, b: SearchOption) => a.id === b.id}
        itemToStringLabel={(option: SearchOption) => option.label}
      >
        <Combobox.Trigger
          ref={ref}
          aria-label={value ? `${label}: ${value.label}` : label}
          className={controlBox(undefined, "flex h-8 w-full items-center gap-1 pr-2.5 pl-2.5 text-left text-small")}
        >
          <span className="min-w-0 flex-1 truncate">{value?.label ?? placeholder}</span>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-muted" />
        </Combobox.Trigger>
        <Combobox.Portal {...portal}>
          <Combobox.Positioner sideOffset={6} align="start" className="z-60 outline-none">
            <Combobox.Popup
              aria-label={label}
              className="flex max-h-[min(var(--available-height),360px)] w-80 max-w-(--available-width) animate-fade flex-col rounded-card border border-line bg-raised p-1.5 shadow-float"
            >
              <div className="mb-1.5 flex shrink-0 items-center gap-2 border-b border-line px-3 pb-1.5">
                <Search size={16} aria-hidden className="shrink-0 text-muted" />
                <Combobox.Input
                  aria-label={label}
                  placeholder={t`Search...`}
                  className="h-9 w-full bg-transparent text-sm outline-none placeholder:text-muted"
                />
              </div>
              {problem && (
                <p role="alert" className="px-3 py-2 text-sm text-danger">
                  {problem}
                </p>
              )}
              <Combobox.Empty>
                {options && !problem && <p className="px-3 py-2 text-sm text-muted">{t`No results found.`}</p>}
              </Combobox.Empty>
              <Combobox.List aria-label={label} className="min-h-0 overflow-y-auto">
                {(option: SearchOption) => (
                  <Combobox.Item
                    key={option.id}
                    value={option}
                    className="flex min-h-9 cursor-default items-center justify-between gap-2 rounded-md px-3 py-1.5 text-sm outline-none data-highlighted:bg-sunken"
                  >
                    <span className="min-w-0">{option.label}</span>
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
    </div>
  );
}
