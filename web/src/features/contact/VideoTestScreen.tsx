import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Organisation } from "../../app/Organisation.tsx";
import { Card } from "../../ui/Card.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";

const samples = [
  { src: "/samples/sample-1.mp4", kind: "MP4" },
  { src: "/samples/sample-2.mov", kind: "MOV" },
  { src: "/samples/sample-3.mov", kind: "MOV" },
];

/** Renders `/videotest`: whether this browser plays the video formats of uploads. */
export function VideoTestScreen() {
  const { t } = useLingui();
  return (
    <div className="mx-auto min-h-dvh max-w-6xl px-6 py-7 sm:px-10">
      <header>
        <Organisation />
      </header>
      <main className="py-10">
        <h1 className="font-display text-heading leading-tight font-medium">{t`Video compatibility test`}</h1>
        <p className="mt-2 mb-8 max-w-[62ch] text-muted">
          {t`Three sample videos: one MP4 and two MOV. Each says whether this browser can play it.`}
        </p>
        <div className="grid items-start gap-5 md:grid-cols-3">
          {samples.map(({ src, kind }, index) => (
            <Sample key={src} src={src} title={t`Video ${index + 1} (${kind})`} />
          ))}
        </div>
      </main>
    </div>
  );
}

type State = "loading" | "ready" | "refused";

function Sample({ src, title }: { src: string; title: string }) {
  const { t } = useLingui();
  const [state, setState] = useState<State>("loading");
  const words = { loading: t`Loading`, ready: t`This browser can play it.`, refused: t`This browser cannot play it.` };
  const tones = { loading: "rest", ready: "ok", refused: "danger" } as const;
  return (
    <Card title={title}>
      {/* The samples are silent: there is nothing to caption. */}
      <video
        controls
        muted
        playsInline
        preload="auto"
        src={src}
        aria-label={title}
        className="mb-4 max-h-80 w-full rounded-ctl bg-sunken"
        onCanPlay={() => setState("ready")}
        onError={() => setState("refused")}
      />
      <p role="status" className="text-sm">
        <StatusDot tone={tones[state]} label={words[state]} />
      </p>
    </Card>
  );
}
