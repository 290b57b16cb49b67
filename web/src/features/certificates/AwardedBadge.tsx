import { useLingui } from "@lingui/react/macro";
import { Download, ExternalLink, Link2 } from "lucide-react";
import type { MyBadgesQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonClass } from "../../ui/buttonClass.ts";
import { formatLongDate } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { BadgeArt } from "./BadgeArt.tsx";

/** Renders a badge that the learner has, to show, share and download. */
export function AwardedBadge({ badge }: { badge: MyBadgesQuery["myBadges"][number] }) {
  const { t } = useLingui();
  const { id, name, criteria, picture_url, awarded_at, address } = badge;
  const awarded = formatLongDate(awarded_at);
  return (
    <li className="flex flex-col items-center rounded-card border border-line bg-surface p-6 text-center wrap-anywhere">
      {picture_url ? (
        <img src={picture_url} alt="" className="size-28 object-contain" />
      ) : (
        <BadgeArt seed={id} faded={false} />
      )}
      <h2 className="mt-4 font-display text-title leading-snug text-balance">{name}</h2>
      <p className="mt-1 text-small text-muted">{t`Awarded on ${awarded}`}</p>
      <p className="mt-2 mb-4 line-clamp-3 text-sm" title={criteria}>
        {criteria}
      </p>
      <div className="mt-auto flex flex-wrap justify-center gap-2">
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={t`Open the page of ${name}`}
          className={buttonClass({ kind: "quiet", size: "small" })}
        >
          <ExternalLink size={15} aria-hidden />
          {t`Open the page`}
        </a>
        <Button kind="quiet" size="small" aria-label={t`Copy link to ${name}`} onClick={() => void copy()}>
          <Link2 size={15} aria-hidden />
          {t`Copy link`}
        </Button>
        <a
          href={`${address}.json`}
          download
          aria-label={t`Download ${name}`}
          className={buttonClass({ kind: "quiet", size: "small" })}
        >
          <Download size={15} aria-hidden />
          {t`Download`}
        </a>
      </div>
    </li>
  );

  async function copy() {
    const link = new URL(address, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast({ kind: "success", text: t`The link was copied.` });
    } catch {
      // Without the permission, the link is shown so that it can be copied by hand.
      toast({ kind: "error", text: link });
    }
  }
}
