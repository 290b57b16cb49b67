import { Dialog as Base } from "@base-ui/react/dialog";
import { useLingui } from "@lingui/react/macro";
import { List, X } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { backdrop, popup } from "../../ui/Dialog.tsx";
import { Button } from "../../ui/Button.tsx";
import { SavedState } from "../../ui/SavedState.tsx";
import { classes } from "../../ui/classes.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import type { Command, CourseView } from "../../scorm/messages.ts";
import type { Parts } from "./parts.ts";
import { sandbox } from "./sandbox.ts";
import { Spinner } from "./Spinner.tsx";
import { TableOfContents } from "./TableOfContents.tsx";
import { type Launched, usePackage } from "./usePackage.ts";

type Props = {
  title: string;
  launch: () => Promise<Launched>;
  /** The AUs, if it is a cmi5 course. */
  parts: Parts;
  storageKey: string | null;
  /** A browser window for the package, instead of the frame. */
  own?: Window | null;
  /** Shown beside the title, for example in a preview. */
  note?: string;
  onClosed: () => void;
};

const Cmi5Course = lazyPart(async () => ({ default: (await import("./Cmi5Course.tsx")).Cmi5Course }));

/** Runs a package: shows a spinner until its frame has loaded, then the content with its controls. */
export function ScormWindow({ title, launch, parts, storageKey, own = null, note, onClosed }: Props) {
  const { t } = useLingui();
  const { state, frame, command, say, close } = usePackage({ title, launch, storageKey, own, onClosed });
  const [isTocOpen, setTocOpen] = useState(false);
  const { view } = state;
  const hasToc = Boolean(view && view.toc.length > 0);
  const hasEnded = state.hasLeft || Boolean(view?.hasEnded || view?.isUsedUp);
  const problem = state.problem === "" ? t`This session is over. Close this window and start again.` : state.problem;
  const [ended, mayClose] = view?.isUsedUp
    ? [
        t`You have used all your attempts at this unit.`,
        t`Your results are saved. If you need another attempt, ask your instructor.`,
      ]
    : [t`This session has ended.`, t`You may close this window now.`];
  const losses = {
    full: t`This unit has stored as much as is kept of one attempt: what it reports from now on is not saved. Please tell your instructor.`,
    refused: t`Something that this unit has reported could not be saved. Please tell your instructor.`,
    late: t`This unit was opened on another device before your work on this device was saved. That work does not count. Your instructor can read it in the report of this unit.`,
  };
  const lost = state.lost && losses[state.lost];
  const isOver = hasEnded || problem !== null;
  const notice = problem ?? (hasEnded ? `${ended} ${mayClose}` : (lost ?? ""));
  useEffect(() => say(notice, isOver), [say, notice, isOver]);

  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && close()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={classes(
            popup,
            "h-[calc(100dvh-16px)] w-[calc(100vw-16px)] overflow-hidden sm:h-[calc(100dvh-48px)] sm:w-[min(1400px,calc(100vw-48px))]",
          )}
        >
          <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
            {hasToc && (
              <Button
                kind="ghost"
                size="icon"
                aria-label={t`Contents`}
                aria-expanded={isTocOpen}
                className="md:hidden"
                onClick={() => setTocOpen(!isTocOpen)}
              >
                <List size={18} aria-hidden />
              </Button>
            )}
            <Base.Title className="min-w-0 flex-1 truncate font-display text-lg font-medium" title={title}>
              {title}
            </Base.Title>
            {/* Below the title on phones, where it would leave no room for it. */}
            <div className="flex flex-wrap items-center gap-x-4 max-sm:order-last max-sm:basis-full">
              {note && <p className="text-small text-muted">{note}</p>}
              {!state.hasLeft && <SavedState unsaved={state.unsaved} hasSaved={state.hasSaved} />}
            </div>
            <Button kind="ghost" size="icon" aria-label={t`Close`} busy={state.isClosing} onClick={close}>
              {!state.isClosing && <X size={18} aria-hidden />}
            </Button>
          </header>
          {problem !== null && <Alert id="scorm-problem">{problem}</Alert>}
          {lost !== null && <Alert id="scorm-lost">{lost}</Alert>}
          <div className="relative flex min-h-0 flex-1">
            {state.isByParts && (
              <Suspense fallback={<Spinner />}>
                <Cmi5Course parts={parts} onClosed={onClosed} />
              </Suspense>
            )}
            {hasToc && view && (
              <nav
                aria-label={t`Contents`}
                className={classes(
                  "w-64 shrink-0 overflow-y-auto border-r border-line bg-surface p-3",
                  "max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:z-10 max-md:shadow-float",
                  isTocOpen ? "" : "max-md:hidden",
                )}
              >
                <TableOfContents
                  items={view.toc}
                  current={view.current}
                  onChoose={(identifier) => {
                    setTocOpen(false);
                    command("choice", identifier);
                  }}
                />
              </nav>
            )}
            <div className={classes("relative min-w-0 flex-1 bg-white", state.isByParts && "hidden")}>
              {state.url && !own && (
                <iframe
                  ref={frame}
                  src={state.url}
                  title={title}
                  sandbox={sandbox}
                  allow="autoplay; fullscreen; microphone; camera; clipboard-write; encrypted-media"
                  className={classes("size-full", isOver && "invisible")}
                />
              )}
              {!isOver && !state.isLoading && (own || view?.current === null || view?.isBlank) && (
                <p className="absolute inset-0 grid place-content-center bg-surface p-6 text-center text-muted">
                  {view?.current === null
                    ? t`Choose where to begin in the contents.`
                    : view?.isBlank
                      ? t`This part is not open now. Choose another part, or use the buttons below.`
                      : t`This unit is open in a window of its own. Come back here when you are done.`}
                </p>
              )}
              {hasEnded && (
                <div
                  data-testid="scorm-session-ended"
                  className="absolute inset-0 grid place-content-center gap-4 bg-surface p-6 text-center"
                >
                  <p className="font-display text-2xl font-medium">{ended}</p>
                  <p className="text-muted">{mayClose}</p>
                  <Button className="mx-auto" busy={state.isClosing} onClick={close}>
                    {t`Close`}
                  </Button>
                </div>
              )}
              {state.isLoading && !isOver && <Spinner />}
            </div>
          </div>
          {view && <Controls view={view} onCommand={command} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Alert({ id, children }: { id: string; children: string }) {
  return (
    <p
      role="alert"
      data-testid={id}
      className="border-b border-line bg-sunken px-4 py-3 text-sm font-medium text-danger"
    >
      {children}
    </p>
  );
}

/** Shows the navigation buttons, without those that the course hides; unavailable ones are disabled. */
function Controls({ view: { controls }, onCommand }: { view: CourseView; onCommand: (command: Command) => void }) {
  const { t } = useLingui();
  const all = [
    { name: "previous", id: "scorm-previous", label: t`Previous` },
    { name: "suspendAll", id: "scorm-suspend-all", label: t`Suspend` },
    { name: "exitAll", id: "scorm-exit-all", label: t`Exit` },
    { name: "continue", id: "scorm-continue", label: t`Continue` },
  ] as const;
  const shown = all.filter(({ name }) => controls[name] !== "hidden");
  if (shown.length === 0) return null;
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-2.5">
      {shown.map(({ name, id, label }) => (
        <Button
          key={name}
          data-testid={id}
          kind={name === "continue" ? "primary" : "quiet"}
          disabled={controls[name] === "disabled"}
          className={name === "previous" ? "mr-auto" : ""}
          onClick={() => onCommand(name)}
        >
          {label}
        </Button>
      ))}
    </footer>
  );
}
