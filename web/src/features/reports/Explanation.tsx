import { Popover } from "@base-ui/react/popover";
import { useLingui } from "@lingui/react/macro";
import { CircleHelp } from "lucide-react";

/** Shows a question mark beside the name of a figure; pressing or pointing at it shows the explanation. */
export function Explanation({ name, text }: { name: string; text: string }) {
  const { t } = useLingui();
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={200}
        aria-label={t`What is ‘${name}’?`}
        className="ml-1 inline-grid size-6 place-items-center rounded-full align-middle text-muted hover:text-ink print:hidden"
      >
        <CircleHelp size={15} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={8} className="z-40">
          <Popover.Popup
            aria-label={name}
            className="max-w-72 animate-fade rounded-ctl border border-line bg-raised p-3 text-sm shadow-float outline-none"
          >
            <Popover.Description>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
