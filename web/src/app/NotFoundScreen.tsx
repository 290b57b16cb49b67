import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Empty } from "../ui/Empty.tsx";
import { loadTexts } from "./i18n.ts";
import { queryClient } from "./queryClient.ts";
import { getToken } from "./scope.ts";
import { viewerQuery } from "./session.ts";
import { useTitle } from "./title.ts";

const Shell = lazy(async () => ({ default: (await import("./firstScreens.ts")).Shell }));

/** Shows that an address does not exist; signed-in users keep their menu. */
export function NotFoundScreen() {
  const { t } = useLingui();
  useTitle(t`Page not found`);
  const inShell = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId.endsWith("/shell")),
  });
  const frame = useQuery({
    queryKey: ["notFoundFrame"],
    queryFn: async () => {
      await Promise.all([queryClient.ensureQueryData(viewerQuery), loadTexts("learning")]);
      return true;
    },
    enabled: !inShell && Boolean(getToken()),
    retry: false,
  });
  // Within the shell it is in the shell's own <main>.
  if (inShell) return <NotFound />;
  const alone = (
    <main>
      <NotFound />
    </main>
  );
  if (!frame.data) return alone;
  return (
    <Suspense fallback={alone}>
      <Shell>
        <NotFound />
      </Shell>
    </Suspense>
  );
}

function NotFound() {
  const { t } = useLingui();
  return (
    <div className="grid min-h-[80dvh] place-items-center">
      <h1 className="sr-only">{t`Page not found`}</h1>
      <Empty
        title={t`There is nothing at this address.`}
        action={<ButtonLink to="/">{t`Go to the start page`}</ButtonLink>}
      >
        {t`The page may have moved, or the link may be incomplete.`}
      </Empty>
    </div>
  );
}
