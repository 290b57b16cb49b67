import { Menu as Base } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { linkTo } from "./linkTo.ts";
import { useLandmark } from "./useLandmark.ts";

type Props = {
  /** The content of the button. */
  trigger: ReactNode;
  /** The button's name, if its content is not enough. */
  label?: string;
  triggerClass: string;
  align?: "start" | "end";
  /** Open from the start, for a menu that is loaded when its button is pressed. */
  startsOpen?: boolean;
  /** MenuItem, MenuChoice, MenuGroup, MenuLine, MenuNote. */
  children: ReactNode;
};

/** Renders a button that opens a menu; arrow keys move, letters jump, Escape closes. */
export function Menu({ trigger, label, triggerClass, align = "end", startsOpen = false, children }: Props) {
  const { ref, portal } = useLandmark();
  return (
    <Base.Root defaultOpen={startsOpen}>
      <Base.Trigger ref={ref} aria-label={label} className={triggerClass}>
        {trigger}
      </Base.Trigger>
      <Base.Portal {...portal}>
        <Base.Positioner sideOffset={6} align={align} className="z-40">
          <Base.Popup className="max-h-(--available-height) w-60 animate-fade overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  onPress,
  children,
  disabled,
}: {
  icon?: ReactNode;
  onPress: () => void;
  children: ReactNode;
  disabled?: boolean;
}) {
  return (
    <Base.Item className={item} onClick={onPress} disabled={disabled}>
      {icon}
      {children}
    </Base.Item>
  );
}

/** Renders an entry that leads to another screen. */
export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  return (
    <Base.LinkItem className={item} render={<Link {...linkTo(href)} />}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 pt-2 pb-1 text-small text-muted">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

type Choice = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** Renders a group of entries, one of which is selected. */
export function MenuChoice({ label, value, options, onChange }: Choice) {
  return (
    <MenuGroup label={label}>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={`${item} justify-between`}>
            {option.label}
            <Base.RadioItemIndicator>
              <Check size={16} aria-hidden />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </MenuGroup>
  );
}

/** Renders an entry that is switched on or off, and leaves the menu open. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Base.CheckboxItem className={`${item} justify-between`} checked={checked} onCheckedChange={onChange}>
      <span className="min-w-0">{children}</span>
      <Base.CheckboxItemIndicator className="shrink-0">
        <Check size={16} aria-hidden />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

export const MenuLine = () => <Base.Separator className="my-1 h-px bg-line" />;

/** Renders an entry with text and no action. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <p className="px-3 py-2 text-small text-muted">{children}</p>
);

const item =
  "flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-md px-3 py-1.5 text-sm outline-none select-none data-disabled:opacity-55 data-highlighted:bg-sunken";
