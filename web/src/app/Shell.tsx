import { useLingui } from "@lingui/react/macro";
import { Outlet, useRouterState } from "../router/index.ts";
import { Menu as MenuIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AccountButton } from "./AccountButton.tsx";
import { NotificationsButton } from "./NotificationsButton.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { useWaitingAnswers } from "./waitingAnswers.ts";

/** The frame of the signed-in screens: side menu, top bar, and the screen in the middle. */
export function Shell() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const main = useFocusOnNavigation();
  useWaitingAnswers();

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
          <div className="ml-auto flex items-center gap-1">
            <NotificationsButton />
            <AccountButton />
          </div>
        </header>
        <main id="main" ref={main} tabIndex={-1} className="px-5 pb-20 outline-none lg:px-10 print:p-0">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

/** Moves the focus to the content when another screen opens, so that screen readers start there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current && path !== last.current) main.current?.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
  return main;
}
