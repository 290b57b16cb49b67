import { Section } from "../SettingsScreen.tsx";
import { PrivacySettings } from "./PrivacySettings.tsx";
import { TermsOfOrganisation } from "./TermsOfOrganisation.tsx";

/** Renders `/settings/privacy`: terms of use, whom people ask about their data, and how long data is kept. */
export const PrivacyScreen = () => (
  <Section>
    {(settings) => (
      <div className="grid gap-6">
        <PrivacySettings settings={settings} />
        <TermsOfOrganisation />
      </div>
    )}
  </Section>
);
