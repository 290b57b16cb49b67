import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { keepFocus } from "../ui/keepFocus.ts";
import { AccountButton } from "./AccountButton.tsx";
import { NotificationsButton } from "./NotificationsButton.tsx";
import { menuCountsQuery } from "./menuCounts.ts";
import { Organisation } from "./Organisation.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { useQueuedAnswers } from "./queuedAnswers.ts";

/** Frames the signed-in screens: side menu, top bar, and the screen in the middle. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const main = useFocusOnNavigation();
  useQueuedAnswers();
  usePrefetchedCounts();
  useEffect(keepFocus, []);

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[236px_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-ctl focus:bg-raised focus:p-3 focus:shadow-float"
      >
        {t`Skip to content`}
      </a>
      <SideMenu
        open={open}
        onClose={() => {
          setOpen(false);
          toggle.current?.focus();
        }}
      />
      <div className="min-w-0">
        <header className="flex h-16 items-center gap-3 px-5 lg:px-10 print:hidden">
          <button
            ref={toggle}
            type="button"
            aria-label={t`Open menu`}
            aria-expanded={open}
            onClick={() => setOpen(true)}
            className="-ml-2 grid size-10 place-items-center rounded-ctl hover:bg-sunken lg:hidden"
          >
            <MenuIcon size={20} aria-hidden />
          </button>
          <Organisation compact className="lg:hidden" />
          <div className="ml-auto flex items-center gap-1">
            <NotificationsButton />
            <AccountButton />
          </div>
        </header>
        <main id="main" ref={main} tabIndex={-1} className="px-5 pb-20 outline-none lg:px-10 print:p-0">
          {children}
        </main>
      </div>
    </div>
  );
}

/** Requests the counts of the menu and the bell together with the screen's data, before their code is loaded. */
function usePrefetchedCounts() {
  const client = useQueryClient();
  useEffect(() => void client.prefetchQuery(menuCountsQuery), [client]);
}

/** Moves the focus to the content when another screen opens, so that screen readers start there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current && path !== last.current) main.current?.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
  return main;
}
