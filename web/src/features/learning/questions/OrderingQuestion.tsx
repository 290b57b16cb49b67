import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { OrderRow } from "./OrderRow.tsx";
import { moveItem, withKeys, type OrderListProps } from "./order.ts";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";

// Without this code, for example offline, the list has its buttons.
const DraggableOrder = lazy(() => import("./DraggableOrder.tsx").catch(() => ({ default: PlainOrder })));

/** Shows texts to put in order, by dragging or with buttons. */
export function OrderingQuestion({ question, answer, onChange }: QuestionProps) {
  const { t } = useLingui();
  const [spoken, setSpoken] = useState("");
  const texts = answer.userOrder?.length ? answer.userOrder : question.options.map(({ text }) => text);
  const list: OrderListProps = {
    rows: withKeys(texts).map((row) => ({
      ...row,
      picture: question.options.find(({ text }) => text === row.text)?.picture,
    })),
    onMove(from, to) {
      const text = texts[from];
      if (text === undefined || to < 0 || to >= texts.length) return;
      onChange({ userOrder: moveItem(texts, from, to) });
      setSpoken(t`${text} is now ${to + 1} of ${texts.length}.`);
    },
  };

  return (
    <QuestionFrame
      title={question.question}
      media={question.media}
      hint={t`Put these in the right order: drag them, or use the arrows.`}
    >
      <Suspense fallback={<PlainOrder {...list} />}>
        <DraggableOrder {...list} />
      </Suspense>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </QuestionFrame>
  );
}

/** Shows the list without dragging until that code is loaded. */
function PlainOrder({ rows, onMove }: OrderListProps) {
  return (
    <ol className="grid gap-2">
      {rows.map((row, at) => (
        <OrderRow
          key={row.key}
          text={row.text}
          picture={row.picture}
          at={at}
          total={rows.length}
          onMove={(to) => onMove(at, to)}
        />
      ))}
    </ol>
  );
}
