import { loadTexts } from "../../../app/i18n.ts";
import { RichText } from "../../../ui/text/RichText.tsx";
import { lazyPart } from "../../../ui/lazyPart.tsx";
import type { PlayerSession } from "./session.ts";
import type { Unit } from "./units.ts";

// Loaded with its texts when such a unit is opened.
const RichViewer = lazyPart(async () => {
  const [{ RichViewer }] = await Promise.all([import("./viewers/RichViewer.tsx"), loadTexts("viewers")]);
  return { default: RichViewer };
});

type Props = { courseId: number; attempt: number; unit: Unit; title: string; session: PlayerSession };

/** Shows the content of a unit by its type; test units have their own screen. */
export function UnitViewer(props: Props) {
  const { unit } = props;
  return unit.__typename === "Content" ? <RichText content={unit.content} /> : <RichViewer {...props} />;
}
