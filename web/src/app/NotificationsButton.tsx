import { lazy, Suspense } from "react";

const Bell = lazy(() => import("../features/notifications/Bell.tsx"));

/** The place of the bell in the top bar; its code comes by itself, after the frame is there. */
export const NotificationsButton = () => (
  <Suspense fallback={<span className="size-10" />}>
    <Bell />
  </Suspense>
);
