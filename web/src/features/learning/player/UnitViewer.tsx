import { useLingui } from "@lingui/react/macro";
import { RichText } from "../text/RichText.tsx";
import type { Unit } from "./units.ts";
import { VideoViewer } from "./VideoViewer.tsx";

/** What a unit shows, by its type; test units have a screen of their own. */
export function UnitViewer({ unit, title }: { unit: Unit; title: string }) {
  const { t } = useLingui();
  switch (unit.__typename) {
    case "Content":
      return <RichText content={unit.content} />;
    case "Video":
      return <VideoViewer unit={unit} title={title} />;
    default:
      return <p className="text-muted">{t`This type of unit cannot be shown here yet.`}</p>;
  }
}
