import { useLingui } from "@lingui/react/macro";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { getMessage } from "../errors.ts";
import { Cmi5Members } from "./Cmi5Members.tsx";
import type { Parts } from "./parts.ts";
import { sandbox } from "./sandbox.ts";
import { Spinner } from "./Spinner.tsx";
import { type Running, useParts } from "./useParts.ts";

type Props = { parts: Parts; onClosed: () => void };

/** Shows a cmi5 course in its window: its contents with progress, and the AU that was started. */
export function Cmi5Course({ parts, onClosed }: Props) {
  const { t } = useLingui();
  const { course, running, problem, frame, start, leave, openBlocked, only } = useParts(
    parts,
    (wasOnly) => wasOnly && onClosed(),
  );
  if (running)
    return (
      <div className="flex min-h-0 flex-1 flex-col" data-testid="cmi5-running">
        {!only && (
          <div className="flex items-center gap-3 border-b border-line px-3 py-1.5">
            <Button kind="ghost" data-testid="cmi5-contents" onClick={leave}>
              <ArrowLeft size={16} aria-hidden />
              {t`Contents`}
            </Button>
            <p className="min-w-0 truncate text-sm font-medium" title={running.member.title}>
              {running.member.title}
            </p>
          </div>
        )}
        {running.window === "none" ? (
          <Frame running={running} frame={frame} />
        ) : (
          <OwnWindow running={running} onOpen={openBlocked} onLeft={leave} />
        )}
      </div>
    );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-8">
      <div className="mx-auto grid max-w-3xl gap-4">
        {problem !== null && (
          <p role="alert" data-testid="scorm-problem" className="rounded-card bg-sunken px-4 py-3 text-sm text-danger">
            {problem}
          </p>
        )}
        {course.data ? (
          <Cmi5Members course={course.data} onStart={start} />
        ) : course.error ? (
          <ErrorState
            title={t`The contents could not be read.`}
            detail={getMessage(course.error)}
            onRetry={() => void course.refetch()}
          />
        ) : (
          <Spinner />
        )}
      </div>
    </div>
  );
}

function Frame({ running, frame }: { running: Running; frame: React.Ref<HTMLIFrameElement> }) {
  const { member, launched, hasLoaded } = running;
  return (
    <div className="relative min-h-0 flex-1 bg-white">
      {launched && (
        <iframe
          ref={frame}
          src={launched.frame_url}
          title={member.title}
          sandbox={sandbox}
          allow="autoplay; fullscreen; microphone; camera; clipboard-write; encrypted-media"
          className="size-full"
        />
      )}
      {!hasLoaded && <Spinner />}
    </div>
  );
}

type OwnWindowProps = { running: Running; onOpen: () => void; onLeft: () => void };

/** Shown while an AU has a window of its own. */
function OwnWindow({ running: { window, launched }, onOpen, onLeft }: OwnWindowProps) {
  const { t } = useLingui();
  return (
    <div className="grid flex-1 place-content-center gap-4 p-6 text-center">
      {window === "open" ? (
        <p className="text-muted">{t`This part is open in a window of its own. Come back here when you are done.`}</p>
      ) : (
        <>
          <p className="text-muted">{t`Your browser has not let the window open.`}</p>
          {launched && (
            <Button className="mx-auto" onClick={onOpen}>
              <ExternalLink size={16} aria-hidden />
              {t`Open it now`}
            </Button>
          )}
        </>
      )}
      <Button kind="quiet" className="mx-auto" onClick={onLeft}>
        {t`I am done`}
      </Button>
    </div>
  );
}
