import { Toast } from "@base-ui/react/toast";
import { useLingui } from "@lingui/react/macro";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { connectToasts, type ToastInput } from "./toast.ts";

const manager = Toast.createToastManager();
/** How long a toast stays, in milliseconds. It stays longer while the pointer or the focus is on it. */
const STAYS_MS = 6_000;
/** One that offers an action, which takes time to read, decide and reach (WCAG 2.2.1). */
const STAYS_WITH_ACTION_MS = 12_000;

/** Renders the corner in which toasts appear; one per application. */
export default function Toaster() {
  const { t } = useLingui();
  useEffect(() => connectToasts(show), []);
  return (
    <Toast.Provider toastManager={manager} timeout={STAYS_MS}>
      <Toast.Portal>
        <Toast.Viewport
          // The library's own name is English.
          aria-label={t`Notifications`}
          className="fixed right-4 bottom-4 z-60 grid w-[min(380px,calc(100vw-32px))] gap-2"
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function show({ text, kind = "info", action }: ToastInput) {
  const id = manager.add({
    title: text,
    type: kind,
    priority: kind === "error" ? "high" : "low",
    ...(action && {
      timeout: STAYS_WITH_ACTION_MS,
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onPress();
        },
      },
    }),
  });
}

const icons = { info: Info, success: CircleCheck, error: CircleAlert };
const tones = { info: "text-muted", success: "text-ok", error: "text-danger" };

function Toasts() {
  const { t } = useLingui();
  const { toasts } = Toast.useToastManager();
  // The newest at the bottom: when an older one ends, no button moves away from under the pointer.
  return toasts.toReversed().map((item) => {
    const kind = (item.type ?? "info") as keyof typeof icons;
    const Icon = icons[kind];
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        // The library hides error toasts that have no focus, though one can tab to them.
        aria-hidden={false}
        className="rounded-card border border-line bg-raised shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-center gap-3 py-3 pr-2 pl-4">
          <Icon aria-hidden size={18} className={`shrink-0 ${tones[kind]}`} />
          {/* No heading, because a toast is not part of the page. */}
          <Toast.Title render={<p />} className="min-w-0 flex-1 text-sm" />
          <Toast.Action className="rounded-ctl px-2 py-1 text-sm font-semibold text-brand-text hover:bg-sunken" />
          <Toast.Close
            // As above, in a list of toasts that is not expanded.
            aria-hidden={false}
            aria-label={t`Dismiss`}
            className="grid size-8 shrink-0 place-items-center rounded-ctl hover:bg-sunken"
          >
            <X size={16} aria-hidden />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
