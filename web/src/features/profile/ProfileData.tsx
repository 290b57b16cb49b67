import { useLingui } from "@lingui/react/macro";
import { DataExport } from "../../app/personalData/DataExport.tsx";

/** Renders the copy of everything that is stored about the user. */
export function ProfileData() {
  const { t } = useLingui();
  return (
    <DataExport
      userId={null}
      title={t`Download my data`}
      text={t`A zip file with everything that is stored about you: your profile, courses, answers, certificates and activity as JSON and CSV, and the files that you handed in.`}
    />
  );
}
