import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { boot } from "../../app/boot.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";

/** Shows a section of the settings below the links to all sections. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(nav.current), []);
  const sections = [
    { to: "/settings/general", label: t`General` },
    { to: "/settings/brand", label: t`Brand` },
    { to: "/settings/sign-in", label: t`Sign-in` },
    { to: "/settings/catalogue", label: t`Catalogue` },
    { to: "/settings/notifications", label: t`Notifications` },
    { to: "/settings/points", label: t`Points and badges` },
    // A server of one instance serves it at every name.
    ...(boot().isOnlyInstance ? [] : [{ to: "/settings/domains", label: t`Domains` } as const]),
    { to: "/settings/fields", label: t`User fields` },
    { to: "/settings/privacy", label: t`Privacy` },
    { to: "/settings/usage", label: t`Usage` },
    { to: "/settings/support", label: t`Support` },
  ] as const;
  return (
    <>
      <PageHeader title={t`Settings`} text={t`They apply to the whole organisation, at once.`} />
      <nav
        ref={nav}
        aria-label={t`Sections`}
        className="mb-6 flex gap-x-6 border-b border-line max-sm:overflow-x-auto sm:flex-wrap"
      >
        {sections.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="-mb-px flex h-11 shrink-0 items-center border-b-2 border-transparent text-sm font-medium text-muted outline-offset-[-2px] hover:text-ink aria-[current=page]:border-brand-text aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}

/** Scrolls the links, which are one line on phones, to that of the current section. */
function showCurrent(nav: HTMLElement | null): void {
  const link = nav?.querySelector("[aria-current=page]");
  if (nav && link) nav.scrollLeft += link.getBoundingClientRect().left - nav.getBoundingClientRect().left;
}
