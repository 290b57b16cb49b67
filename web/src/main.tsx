import "./app.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { boot, loadBoot } from "./app/boot.ts";
import { activate, preferredLanguage } from "./app/i18n.ts";
import { queryClient } from "./app/queryClient.ts";
import { createAppRouter, Screens } from "./app/Router.tsx";
import { intendedRoute, viewerQuery, whenSessionEnds, whenTermsAreDue } from "./app/session.ts";
import { startTheme } from "./app/theme.ts";
import { watchViewer } from "./app/watchViewer.ts";

await start();

async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root element.");
  await loadBoot();
  startTheme();
  await activate(preferredLanguage(boot().branch?.language ?? boot().instance?.language));
  const router = createAppRouter();
  whenSessionEnds(() => {
    intendedRoute.keep(router.state.location.href);
    queryClient.clear();
    void router.navigate({ to: "/login" });
  });
  whenTermsAreDue(() => void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey }));
  watchViewer(queryClient, () => void router.invalidate());
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Screens router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
}
