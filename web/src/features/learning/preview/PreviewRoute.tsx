import { lazy, Suspense } from "react";
import { loadTexts } from "../../../app/i18n.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";

// Includes the texts of the player, which authors' routes do not load.
const Screen = lazy(async () => {
  const [{ PreviewScreen }] = await Promise.all([
    import("./PreviewScreen.tsx"),
    loadTexts("player"),
    loadTexts("viewers"),
  ]);
  return { default: PreviewScreen };
});

export function PreviewRoute() {
  return (
    <Suspense fallback={<Skeleton className="h-dvh" />}>
      <Screen />
    </Suspense>
  );
}
