import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { classes } from "../../../ui/classes.ts";
import type { OrderListProps } from "./order.ts";
import { PicturedText } from "./PicturedText.tsx";

type Props = Pick<ComponentProps<"li">, "ref" | "style" | "className"> & {
  text: string;
  picture?: OrderListProps["rows"][number]["picture"];
  at: number;
  total: number;
  onMove: (to: number) => void;
  handle?: ReactNode;
};

/** Shows an entry of an order with its position and its buttons. */
export function OrderRow({ text, picture, at, total, onMove, handle, className, ...li }: Props) {
  const { t } = useLingui();
  const id = useId();
  return (
    <li
      {...li}
      className={classes(
        "flex items-center gap-1 rounded-ctl border border-line-strong bg-surface py-1.5 pr-1.5 pl-3",
        className,
      )}
    >
      {handle}
      <span aria-hidden className="w-5 shrink-0 sm:mx-1.5 text-small text-muted tabular-nums">
        {at + 1}
      </span>
      <span id={id} className="min-w-0 flex-1 py-1">
        <PicturedText text={text} picture={picture} />
      </span>
      <MoveButton label={t`Move up`} describedBy={id} isEnd={at === 0} onPress={() => onMove(at - 1)}>
        <ArrowUp size={16} aria-hidden />
      </MoveButton>
      <MoveButton label={t`Move down`} describedBy={id} isEnd={at === total - 1} onPress={() => onMove(at + 1)}>
        <ArrowDown size={16} aria-hidden />
      </MoveButton>
    </li>
  );
}

type ButtonProps = { label: string; describedBy: string; isEnd: boolean; onPress: () => void; children: ReactNode };

function MoveButton({ label, describedBy, isEnd, onPress, children }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={describedBy}
      // Not `disabled`: the button that moved an entry to the end would lose the focus.
      aria-disabled={isEnd}
      onClick={() => !isEnd && onPress()}
      className="grid size-9 shrink-0 place-items-center rounded-ctl text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-35"
    >
      {children}
    </button>
  );
}
