import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { DataExport } from "../../../app/personalData/DataExport.tsx";
import { useViewer } from "../../../app/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import type { ViewedUser } from "../users.documents.ts";
import { formatName } from "../usersTable.tsx";
import { EraseDialog } from "./EraseDialog.tsx";

/** Renders what an admin does with a user's personal data: export it, erase it. */
export function DataTab({ user }: { user: ViewedUser }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const [isErasing, setErasing] = useState(false);
  const name = formatName(user);
  return (
    <div className="grid gap-6">
      <DataExport
        userId={user.id}
        title={t`Export of ${name}`}
        text={t`A zip file with everything that is stored about this person, as JSON and CSV, and the files that they handed in. Only you can download your copy. The audit log names the export.`}
      />
      {user.id !== viewer.id && (
        <Card className="max-w-2xl" title={t`Erase this person`}>
          <p className="mb-4 text-sm text-muted">
            {t`Removes what identifies this person and what they wrote. Figures of reports stay the same, without a name. It cannot be undone.`}
          </p>
          <Button kind="danger" onClick={() => setErasing(true)}>
            {t`Erase this person...`}
          </Button>
        </Card>
      )}
      {isErasing && <EraseDialog user={user} onClose={() => setErasing(false)} />}
    </div>
  );
}
