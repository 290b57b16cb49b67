import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";
import { MathText } from "../../../ui/text/MathText.tsx";

/**
 * Shows a picture with regions. The list beneath has the radio buttons or checkboxes, for keyboards and screen readers; the
 * regions on the picture are the same choices for pointers.
 */
export function HotspotQuestion({ question, answer, onChange }: QuestionProps) {
  const { t } = useLingui();
  const name = useId();
  const [focused, setFocused] = useState<string | null>(null);
  const at = question.media.findIndex(({ kind }) => kind === "picture");
  const picture = question.media[at];
  const ticked = Array.isArray(answer.userSelections) ? answer.userSelections : [];
  const isChosen = (text: string) => (question.multiple ? ticked.includes(text) : answer.selectedOption === text);

  return (
    <QuestionFrame
      title={question.question}
      media={question.media.filter((_, index) => index !== at)}
      hint={
        question.multiple
          ? t`Choose every region that is right, on the picture or in the list.`
          : t`Choose one region, on the picture or in the list.`
      }
    >
      {picture && (
        <div className="relative mb-5 inline-block max-w-full align-top">
          <img src={picture.file} alt={picture.alt} className="block max-w-full rounded-ctl bg-white" />
          {question.options.map(({ text, region }, i) =>
            region ? (
              <button
                key={i}
                type="button"
                aria-hidden
                tabIndex={-1}
                title={text}
                // The focus stays in the list, which keyboards and screen readers use.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(text)}
                style={{
                  left: `${region.x}%`,
                  top: `${region.y}%`,
                  width: `${region.width}%`,
                  height: `${region.height}%`,
                }}
                className={`absolute cursor-pointer border-2 border-white outline-2 outline-black before:absolute before:top-1/2 before:left-1/2 before:h-full before:min-h-11 before:w-full before:min-w-11 before:-translate-1/2 disabled:cursor-default ${
                  isChosen(text) ? "bg-brand/45" : ""
                } ${focused === text ? "ring-4 ring-brand" : ""}`}
              >
                <span
                  className={`absolute top-0 left-0 px-1 text-small leading-tight tabular-nums ${
                    isChosen(text) ? "bg-brand text-on-brand" : "bg-black text-white"
                  }`}
                >
                  {i + 1}
                </span>
              </button>
            ) : null,
          )}
        </div>
      )}
      <div className="grid gap-2.5 sm:grid-cols-2">
        {question.options.map(({ text }, i) => (
          <label
            key={i}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-ctl border border-line-strong bg-surface px-4 py-3 transition-colors hover:bg-sunken has-checked:border-brand-text has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text"
          >
            <input
              type={question.multiple ? "checkbox" : "radio"}
              name={name}
              checked={isChosen(text)}
              onChange={() => choose(text)}
              onFocus={() => setFocused(text)}
              onBlur={() => setFocused(null)}
              className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-brand outline-none"
            />
            <span aria-hidden className="text-muted tabular-nums">
              {i + 1}
            </span>
            <span className="min-w-0">
              <MathText text={text} />
            </span>
          </label>
        ))}
      </div>
    </QuestionFrame>
  );

  function choose(text: string) {
    if (!question.multiple) return onChange({ selectedOption: text });
    onChange({ userSelections: isChosen(text) ? ticked.filter((each) => each !== text) : [...ticked, text] });
  }
}
