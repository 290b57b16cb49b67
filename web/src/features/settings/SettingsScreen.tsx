import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { BrandSettings } from "./BrandSettings.tsx";
import { CatalogueSettings } from "./CatalogueSettings.tsx";
import { GeneralSettings } from "./GeneralSettings.tsx";
import { SignInSettings } from "./SignInSettings.tsx";
import { SupportSettings } from "./SupportSettings.tsx";
import { InstanceSettings, type Settings } from "./settings.documents.ts";

/** Renders `/settings/general`: name, time zone, languages, date format and currency of the instance. */
export const GeneralSettingsScreen = () => <Section>{(settings) => <GeneralSettings settings={settings} />}</Section>;

/** Renders `/settings/brand`: colours and logo of the instance. */
export const BrandSettingsScreen = () => <Section>{(settings) => <BrandSettings settings={settings} />}</Section>;

/** Renders `/settings/support`: whom users ask for help. */
export const SupportSettingsScreen = () => <Section>{(settings) => <SupportSettings settings={settings} />}</Section>;

/** Renders `/settings/sign-in`: how long a sign-in lasts. */
export const SignInSettingsScreen = () => <Section>{(settings) => <SignInSettings settings={settings} />}</Section>;

/** Renders `/settings/catalogue`: which courses users start on their own. */
export const CatalogueSettingsScreen = () => (
  <Section>{(settings) => <CatalogueSettings settings={settings} />}</Section>
);

/** Shows a section of the settings below the links to all sections. */
function Section({ children }: { children: (settings: Settings) => ReactNode }) {
  const { t } = useLingui();
  const settings = useQuery({
    queryKey: ["instanceSettings"],
    queryFn: async () => (await execute(InstanceSettings)).instanceSettings,
    ...forEditing,
  });
  const sections = [
    { to: "/settings/general", label: t`General` },
    { to: "/settings/brand", label: t`Brand` },
    { to: "/settings/sign-in", label: t`Sign-in` },
    { to: "/settings/catalogue", label: t`Catalogue` },
    { to: "/settings/support", label: t`Support` },
  ] as const;
  return (
    <>
      <PageHeader title={t`Settings`} text={t`They apply to the whole organisation, at once.`} />
      <nav aria-label={t`Sections`} className="mb-6 flex flex-wrap gap-x-6 border-b border-line">
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
      <Loaded query={settings} shape="form" failure={t`The settings could not be loaded.`}>
        {/* A new version starts with the stored values. */}
        {(loaded) => <div key={loaded.version}>{children(loaded)}</div>}
      </Loaded>
    </>
  );
}
