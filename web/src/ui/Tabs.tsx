import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type Tab = { id: string; label: string; content: ReactNode };
type Props = { label: string; tabs: Tab[]; value: string; onChange: (id: string) => void };

/** Tabs of which one panel is shown; arrow keys move between the tabs. Only the open panel is rendered. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  return (
    <Base.Root value={value} onValueChange={(id) => onChange(String(id))}>
      <Base.List aria-label={label} className="mb-6 flex gap-6 overflow-x-auto border-b border-line print:hidden">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px h-11 shrink-0 border-b-2 border-transparent text-sm font-medium text-muted outline-offset-[-2px] hover:text-ink data-active:border-brand-text data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="outline-offset-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
