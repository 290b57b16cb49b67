import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { BadgeKeyList } from "./BadgeKeyList.tsx";
import { BrandSettings } from "./BrandSettings.tsx";
import { CatalogueSettings } from "./CatalogueSettings.tsx";
import { GeneralSettings } from "./GeneralSettings.tsx";
import { MessageList } from "./messages/MessageList.tsx";
import { NotificationSettings } from "./NotificationSettings.tsx";
import { PointSettings } from "./PointSettings.tsx";
import { RegistrationSites } from "./RegistrationSites.tsx";
import { SettingsFrame } from "./SettingsFrame.tsx";
import { SignInSettings } from "./SignInSettings.tsx";
import { SupportSettings } from "./SupportSettings.tsx";
import { InstanceSettings, type Settings } from "./settings.documents.ts";

/** Renders `/settings/general`: name, time zone, languages, date format and currency of the instance. */
export const GeneralSettingsScreen = () => <Section>{(settings) => <GeneralSettings settings={settings} />}</Section>;

/** Renders `/settings/brand`: colours and logo of the instance. */
export const BrandSettingsScreen = () => <Section>{(settings) => <BrandSettings settings={settings} />}</Section>;

/** Renders `/settings/support`: whom users ask for help. */
export const SupportSettingsScreen = () => <Section>{(settings) => <SupportSettings settings={settings} />}</Section>;

/** Renders `/settings/sign-in`: how long a sign-in lasts, and where people may register. */
export const SignInSettingsScreen = () => (
  <Section>
    {(settings) => (
      <>
        <SignInSettings settings={settings} />
        <RegistrationSites />
      </>
    )}
  </Section>
);

/** Renders `/settings/catalogue`: which courses users start on their own. */
export const CatalogueSettingsScreen = () => (
  <Section>{(settings) => <CatalogueSettings settings={settings} />}</Section>
);

/** Renders `/settings/notifications`: reminders of due dates, the sender of mails, and every message with its texts. */
export const NotificationSettingsScreen = () => (
  <Section>
    {(settings) => (
      <>
        <NotificationSettings settings={settings} />
        <MessageList />
      </>
    )}
  </Section>
);

/** Renders `/settings/points`: what earns points, and the keys that sign badges. */
export const PointSettingsScreen = () => (
  <Section>
    {(settings) => (
      <>
        <PointSettings settings={settings} />
        <BadgeKeyList />
      </>
    )}
  </Section>
);

/** Shows a section of the settings once they are loaded. */
export function Section({ children }: { children: (settings: Settings) => ReactNode }) {
  const { t } = useLingui();
  const settings = useQuery({
    queryKey: ["instanceSettings"],
    queryFn: async () => (await execute(InstanceSettings)).instanceSettings,
    ...forEditing,
  });
  return (
    <SettingsFrame>
      <Loaded query={settings} shape="form" failure={t`The settings could not be loaded.`}>
        {/* A new version starts with the stored values. */}
        {(loaded) => <div key={loaded.version}>{children(loaded)}</div>}
      </Loaded>
    </SettingsFrame>
  );
}
