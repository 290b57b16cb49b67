import { useLingui } from "@lingui/react/macro";
import { BarChart3, Plus } from "lucide-react";
import { useOpenLinks } from "../../app/links.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { linkTo } from "../../ui/linkTo.ts";
import type { NamedLink } from "./QuickLinks.tsx";

const icons = { plus: Plus, chart: BarChart3 };

/** Renders the tiles at the top of the dashboard; nothing when the user may open none of them. */
export function AddButtons({ links, icon }: { links: readonly NamedLink[]; icon: keyof typeof icons }) {
  const { i18n } = useLingui();
  const open = useOpenLinks(links);
  const Icon = icons[icon];
  if (open.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
      {open.map(({ to, label }) => (
        <li key={to}>
          <ButtonLink {...linkTo(to)} kind="quiet" className="max-sm:w-full">
            <Icon size={16} aria-hidden />
            {i18n._(label)}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
