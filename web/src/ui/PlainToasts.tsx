import { useEffect, useState } from "react";
import { connectToasts, type ToastInput } from "./toast.ts";

const SECONDS = 12;

/** Shows toasts as plain boxes with their button, where the code of `Toaster` did not arrive. */
export function PlainToasts() {
  const [shown, setShown] = useState<ToastInput[]>([]);
  useEffect(
    () =>
      connectToasts((toast) => {
        setShown((before) => [...before, toast]);
        setTimeout(() => setShown((before) => before.filter((each) => each !== toast)), SECONDS * 1000);
      }),
    [],
  );
  return (
    <div role="alert" className="fixed right-4 bottom-4 z-60 grid w-[min(380px,calc(100vw-32px))] gap-2">
      {shown.map(({ text, action }, index) => (
        <div
          key={index}
          className="flex items-center gap-3 rounded-card border border-line bg-raised px-4 py-3 text-sm shadow-float"
        >
          <p className="min-w-0 flex-1">{text}</p>
          {action && (
            <button
              type="button"
              onClick={action.onPress}
              className="rounded-ctl px-2 py-1 font-semibold text-brand-text hover:bg-sunken"
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
