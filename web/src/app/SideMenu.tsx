import { useLingui } from "@lingui/react/macro";
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useRef } from "react";
import { classes } from "../ui/classes.ts";
import { useDismissal } from "../ui/useDismissal.ts";
import { MenuEntries } from "./MenuEntries.tsx";
import { learnerMenu } from "./menus.ts";
import { Organisation } from "./Organisation.tsx";
import { useViewer } from "./session.ts";

// Learners load no icons of screens that they never open.
const StaffEntries = lazy(async () => ({ default: (await import("./StaffEntries.tsx")).StaffEntries }));

/**
 * Shows the main navigation: a column on wide screens; on small ones it slides in and closes with Escape or a press
 * outside.
 */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const nav = useRef<HTMLElement>(null);
  const isForLearners = useIsForLearners();
  const onPress = () => open && onClose();
  useDismissal(nav, open, onClose);

  return (
    <>
      {open && <div aria-hidden className="fixed inset-0 z-20 animate-fade bg-black/40 lg:hidden" />}
      <nav
        ref={nav}
        aria-label={t`Main`}
        className={classes(
          "fixed inset-y-0 left-0 z-30 flex w-[236px] print:hidden flex-col overflow-y-auto border-r border-line bg-bg px-4 py-4.5",
          "duration-150 lg:sticky lg:top-0 lg:h-dvh",
          // Hidden after it slid out; visible immediately when it opens, so that it can take the focus.
          open
            ? "transition-[translate]"
            : "transition-[translate,visibility] max-lg:invisible max-lg:-translate-x-full",
        )}
      >
        <Organisation className="mb-7 px-2" />
        <ul className="grid gap-0.5">
          {isForLearners ? (
            <MenuEntries menu={learnerMenu} onPress={onPress} />
          ) : (
            <Suspense>
              <StaffEntries onPress={onPress} />
            </Suspense>
          )}
        </ul>
      </nav>
    </>
  );
}

/** Tells whether the menu is that of learners: for them, and for others in the learners' area. */
function useIsForLearners(): boolean {
  const viewer = useViewer();
  const inLearnerArea = useRouterState({
    select: (state) => /^\/(learner|profile)(\/|$)/.test(state.location.pathname),
  });
  return viewer.role === "learner" || inLearnerArea;
}
