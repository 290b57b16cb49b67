import { useLingui } from "@lingui/react/macro";
import { ExternalLink } from "lucide-react";
import { RichText } from "../../../../ui/text/RichText.tsx";
import { pageAddress, sandboxFor } from "../../../../ui/frame.ts";
import type { UnitOf } from "../units.ts";

/** Shows a page of another site in a frame, with a link to open it, for sites that refuse to be framed. */
export function FrameViewer({ unit, title }: { unit: UnitOf<"iFrameUnitType">; title: string }) {
  const { t } = useLingui();
  const framed = pageAddress(unit.embed_url);
  // A sample page of the product has an address without a host.
  const opened = pageAddress(unit.url) ?? framed;
  return (
    <>
      {framed ? (
        <iframe
          src={framed}
          title={title}
          sandbox={sandboxFor(framed, location.origin)}
          allow="fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
          className="h-[900px] w-full rounded-card border border-line bg-white"
        />
      ) : (
        <p className="text-muted">
          {opened ? t`This page can only be opened in a new tab.` : t`No page available for this unit.`}
        </p>
      )}
      {opened && (
        <a
          href={opened}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-3 inline-flex min-h-8 items-center gap-2 text-sm font-medium text-brand-text underline-offset-4 hover:underline"
        >
          <ExternalLink size={16} aria-hidden />
          {t`Open in a new tab`}
        </a>
      )}
      <div className="mt-7">
        <RichText content={unit.content} optional />
      </div>
    </>
  );
}
