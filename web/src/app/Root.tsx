import { CSPProvider } from "@base-ui/react/csp-provider";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { PlainToasts } from "../ui/PlainToasts.tsx";
import { toastsWaiting } from "../ui/toast.ts";
import { useRouteTitle } from "./title.ts";

// Without a network there may be no code for toasts, which are needed most then.
const Toaster = lazy(() => import("../ui/Toaster.tsx").catch(() => ({ default: PlainToasts })));
let toasterIsWanted = false;

/** Surrounds every screen. */
export function Root() {
  useRouteTitle();
  const waiting = useSyncExternalStore(toastsWaiting.subscribe, toastsWaiting.get);
  toasterIsWanted ||= waiting;
  return (
    // The content security policy allows no style elements; those that Base UI would add are in our own CSS.
    <CSPProvider disableStyleElements>
      <Outlet />
      {toasterIsWanted && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </CSPProvider>
  );
}
