import { useLingui } from "@lingui/react/macro";
import { useRouterState } from "../router/index.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Empty } from "../ui/Empty.tsx";
import { useTitle } from "./title.ts";

/** For an address that leads nowhere. */
export function NotFoundScreen() {
  const { t } = useLingui();
  useTitle(t`Page not found`);
  // Within the shell it stands in the shell's own <main>.
  const inShell = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === "shell"),
  });
  const Place = inShell ? "div" : "main";
  return (
    <Place className="grid min-h-[80dvh] place-items-center">
      <h1 className="sr-only">{t`Page not found`}</h1>
      <Empty
        title={t`There is nothing at this address.`}
        action={<ButtonLink to="/">{t`Go to the start page`}</ButtonLink>}
      >
        {t`The page may have moved, or the link may be incomplete.`}
      </Empty>
    </Place>
  );
}
