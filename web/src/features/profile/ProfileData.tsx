import { useLingui } from "@lingui/react/macro";
import { PrivacyContact } from "../../app/PrivacyContact.tsx";
import { DataExport } from "../../app/personalData/DataExport.tsx";

/** Renders the copy of everything that is stored about the user, and whom to ask about it. */
export function ProfileData() {
  const { t } = useLingui();
  return (
    <div className="grid gap-6">
      <DataExport
        userId={null}
        title={t`Download my data`}
        text={t`A zip file with everything that is stored about you: your profile, courses, answers, certificates and activity as JSON and CSV, and the files that you handed in.`}
      />
      <PrivacyContact />
    </div>
  );
}
