import "./app.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { boot, loadBoot } from "./app/boot.ts";
import { followSession } from "./app/followSession.ts";
import { applyViewer } from "./app/guards.ts";
import { activate, preferredLanguage } from "./app/i18n.ts";
import { queryClient } from "./app/queryClient.ts";
import { createAppRouter, Screens } from "./app/Router.tsx";
import { getToken } from "./app/scope.ts";
import { viewerQuery, whenSignInIsIncomplete } from "./app/session.ts";
import { startTheme } from "./app/theme.ts";
import { watchViewer } from "./app/watchViewer.ts";

// Not awaited here: the scripts that it loads import this one.
void start();

async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root element.");
  const router = createAppRouter();
  // Without them the address says what is missing, and offers to try again.
  const allRoutes = getToken() && router.options.context.addAllRoutes().catch(() => {});
  await loadBoot();
  startTheme();
  await activate(preferredLanguage(boot().branch?.language ?? boot().instance?.language));
  followSession(router, queryClient);
  whenSignInIsIncomplete(() => void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey }));
  watchViewer(queryClient, (viewer) => void applyViewer(router, viewer));
  await allRoutes;
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
