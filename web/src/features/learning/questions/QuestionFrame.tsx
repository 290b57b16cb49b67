import { type ComponentProps, type ReactNode, useId } from "react";
import { MediaList } from "./MediaList.tsx";
import { MathText } from "../../../ui/text/MathText.tsx";

type Props = {
  /** The text of the question. */
  title: string;
  media: ComponentProps<typeof MediaList>["media"];
  /** How to answer it. */
  hint: string;
  children: ReactNode;
};

/** Shows the text of a question with its pictures and recordings; the text labels the controls below. */
export function QuestionFrame({ title, media, hint, children }: Props) {
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="w-full font-display text-title leading-snug text-pretty whitespace-pre-line">
        <MathText text={title} />
      </legend>
      <MediaList media={media} />
      <p id={hintId} className="mt-1.5 mb-5 text-small text-muted">
        {hint}
      </p>
      {children}
    </fieldset>
  );
}
