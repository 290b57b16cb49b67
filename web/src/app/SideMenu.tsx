import { useLingui } from "@lingui/react/macro";
import { Link, useRouterState } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { classes } from "../ui/classes.ts";
import { linkTo } from "../ui/linkTo.ts";
import { useDismissal } from "../ui/useDismissal.ts";
import { useScreenExists } from "./links.ts";
import { adminMenu, learnerMenu, type MenuEntry } from "./menus.ts";
import { Organisation } from "./Organisation.tsx";
import { useViewer } from "./session.ts";

/**
 * Shows the main navigation: a column on wide screens; on small ones it slides in and closes with Escape or a press
 * outside.
 */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const nav = useRef<HTMLElement>(null);
  const entries = useEntries();
  useDismissal(nav, open, onClose);

  return (
    <>
      {open && <div aria-hidden className="fixed inset-0 z-20 animate-fade bg-black/40 lg:hidden" />}
      <nav
        ref={nav}
        aria-label={t`Main`}
        className={classes(
          "fixed inset-y-0 left-0 z-30 flex w-[236px] print:hidden flex-col overflow-y-auto [scrollbar-width:thin] border-r border-line bg-bg px-4 py-4.5",
          "duration-150 lg:sticky lg:top-0 lg:h-dvh",
          // Hidden after it slid out; visible immediately when it opens, so that it can take the focus.
          open
            ? "transition-[translate]"
            : "transition-[translate,visibility] max-lg:invisible max-lg:-translate-x-full",
        )}
      >
        <Organisation className="mb-7 px-2" />
        <ul className="grid gap-0.5">
          {entries.map((entry) => (
            <Entry key={entry.to ?? entry.label.id} entry={entry} onPress={() => open && onClose()} />
          ))}
        </ul>
      </nav>
    </>
  );
}

type Covering = { to?: string | undefined; covers?: string[] | undefined };

const isBelow = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`);
const isWithin = ({ to, covers = [] }: Covering, path: string) =>
  [...(to === undefined ? [] : [to]), ...covers].some((beginning) => isBelow(path, beginning));

/** Returns the entries of a menu to which a screen belongs. */
export const findCurrent = (menu: MenuEntry[], path: string) => menu.filter((entry) => isWithin(entry, path));

function Entry({ entry, onPress }: { entry: MenuEntry; onPress: () => void }) {
  const { i18n } = useLingui();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isCurrent = (target: Covering) => isWithin(target, path);
  const [unfolded, setUnfolded] = useState(() => isCurrent(entry));
  // A group shows that it contains the screen while its entries do not.
  const isCurrentGroup = isCurrent(entry) && !(unfolded && entry.children?.some(isCurrent));
  const Icon = entry.icon;
  const icon = <Icon size={18} strokeWidth={1.8} aria-hidden />;

  if (entry.to)
    return (
      <li>
        <EntryLink to={entry.to} isCurrent={isCurrent(entry)} onPress={onPress}>
          {icon}
          {i18n._(entry.label)}
          {entry.count && (
            <Suspense>
              <entry.count />
            </Suspense>
          )}
        </EntryLink>
      </li>
    );
  return (
    <li>
      <button
        type="button"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
        className={classes(entryClass, isCurrentGroup ? current : quiet)}
      >
        {icon}
        {i18n._(entry.label)}
        <ChevronDown
          size={16}
          aria-hidden
          className={classes("ml-auto transition-transform", unfolded && "rotate-180")}
        />
      </button>
      {unfolded && (
        <ul className="mt-0.5 grid gap-0.5 pl-7.5">
          {entry.children?.map((child) => (
            <li key={child.to}>
              <EntryLink to={child.to} isCurrent={isCurrent(child)} onPress={onPress}>
                {i18n._(child.label)}
              </EntryLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

type LinkProps = { to: string; isCurrent: boolean; onPress: () => void; children: React.ReactNode };

function EntryLink({ to, isCurrent, onPress, children }: LinkProps) {
  return (
    <Link
      {...linkTo(to)}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onPress}
      className={classes(entryClass, isCurrent ? current : quiet)}
    >
      {children}
    </Link>
  );
}

/** Returns the menu of the current area, without entries that the user may not open or that have no screen. */
function useEntries(): MenuEntry[] {
  const viewer = useViewer();
  const inLearnerArea = useRouterState({
    select: (state) => /^\/(learner|profile)(\/|$)/.test(state.location.pathname),
  });
  const exists = useScreenExists();
  const menu = viewer.role === "learner" || inLearnerArea ? learnerMenu : adminMenu;
  return menu.flatMap((entry): MenuEntry[] => {
    if (entry.can && !viewer.can(entry.can)) return [];
    if (entry.to) return exists(entry.to) ? [entry] : [];
    const children = (entry.children ?? []).filter((child) => exists(child.to));
    return children.length > 0 ? [{ ...entry, to: undefined, children }] : [];
  });
}

const entryClass = "flex h-10 w-full items-center gap-3 rounded-ctl px-3 text-sm font-medium";
const current = "bg-brand-soft text-brand-text";
const quiet = "text-muted hover:bg-sunken hover:text-ink";
