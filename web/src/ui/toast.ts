export type ToastInput = {
  text: string;
  kind?: "info" | "success" | "error";
  /** A button beside the text, such as 'Undo'. */
  action?: { label: string; onPress: () => void };
};

let sink: ((toast: ToastInput) => void) | null = null;
let waiting: ToastInput[] = [];
const listeners = new Set<() => void>();

/** Shows a message in the corner of the page; can be called from anywhere, also before the first render. */
export function toast(input: ToastInput) {
  if (sink) return sink(input);
  waiting = [...waiting, input];
  for (const listener of listeners) listener();
}

/** Whether a toast waits for the host, which is only loaded then. */
export const toastsWaiting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => waiting.length > 0,
};

/** Connects the host once it is on the page, and hands it the waiting toasts. */
export function connectToasts(show: (toast: ToastInput) => void) {
  sink = show;
  for (const input of waiting) show(input);
  waiting = [];
  return () => {
    sink = null;
  };
}
