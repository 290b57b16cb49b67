import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { goHome } from "../../app/guards.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { Organisation } from "../../app/Organisation.tsx";
import { signOut, useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { formatLongDate } from "../../ui/format.ts";
import { AcceptTerms, TermsOfUse } from "./terms.documents.ts";

/** Renders `/terms`: the terms of use, which users accept before anything else when a new version is published. */
export function TermsScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const viewer = useViewer();
  const [hasRead, setRead] = useState(false);
  const terms = useQuery({
    queryKey: ["termsOfUse"],
    queryFn: () => execute(TermsOfUse),
    ...forEditing,
  });
  const acceptance = useMutation({
    mutationFn: async (version: number) => {
      await execute(AcceptTerms, { version });
      await goHome(router);
    },
  });
  const leaving = useMutation({
    mutationFn: async () => {
      await signOut();
      await router.navigate({ to: "/login" });
    },
  });
  const isDue = viewer.terms_due != null;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-6 py-4">
        <Organisation />
        {isDue ? (
          <Button kind="ghost" busy={leaving.isPending} onClick={() => leaving.mutate()}>
            {t`Sign out`}
          </Button>
        ) : (
          <Button kind="ghost" onClick={() => void goHome(router)}>
            {t`Back`}
          </Button>
        )}
      </header>
      <main className="mx-auto w-full max-w-3xl px-6 py-10">
        <h1 className="font-display text-[34px] leading-tight font-medium">{t`Terms of use`}</h1>
        <Loaded query={terms} shape="form" failure={t`The terms of use could not be loaded.`}>
          {({ termsOfUse: loaded }) =>
            !loaded ? (
              <Empty title={t`There are no terms of use`}>{t`Your organisation has published none.`}</Empty>
            ) : (
              <>
                <p className="mt-2 text-muted">
                  {isDue && t`Your organisation asks you to read and accept them before you continue.`}{" "}
                  {t`Version ${loaded.version} of ${formatLongDate(loaded.published_at)}`}
                </p>
                <div
                  role="region"
                  aria-label={t`Text of the terms of use`}
                  tabIndex={0}
                  className="mt-6 max-h-[50dvh] overflow-y-auto rounded-card border border-line bg-surface p-6 whitespace-pre-line"
                >
                  {loaded.text}
                </div>
                {isDue && (
                  <div className="mt-6 grid gap-5">
                    <Checkbox
                      label={t`I have read the terms of use and accept them.`}
                      checked={hasRead}
                      onChange={({ target }) => setRead(target.checked)}
                    />
                    {acceptance.error && (
                      <p role="alert" className="text-sm text-danger">
                        {getMessage(acceptance.error)}
                      </p>
                    )}
                    <div>
                      <Button
                        disabled={!hasRead}
                        busy={acceptance.isPending}
                        onClick={() => acceptance.mutate(loaded.version)}
                      >
                        {t`Accept and continue`}
                      </Button>
                    </div>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </main>
    </div>
  );
}
