import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useOpenLinks, type GuardedLink } from "../../app/links.ts";
import { Card } from "../../ui/Card.tsx";
import { linkTo } from "../../ui/linkTo.ts";

export type NamedLink = GuardedLink & { label: MessageDescriptor };

/** Renders the card 'Quick Links' with those links of a list that the user may open. */
export function QuickLinks({ links }: { links: readonly NamedLink[] }) {
  const { t, i18n } = useLingui();
  const open = useOpenLinks(links);
  return (
    <Card title={t`Quick Links`}>
      {open.length === 0 ? (
        <p className="text-sm text-muted">{t`No quick links available.`}</p>
      ) : (
        <div className="@container -mx-2 -my-1">
          <ul className="grid gap-x-6 @min-[480px]:grid-cols-2">
            {open.map(({ to, label }) => (
              <li key={to}>
                <Link
                  {...linkTo(to)}
                  className="flex min-h-9 items-center justify-between gap-3 rounded-ctl px-2 text-sm font-medium text-brand-text hover:bg-sunken"
                >
                  {i18n._(label)}
                  <ArrowRight size={15} aria-hidden className="opacity-60" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
