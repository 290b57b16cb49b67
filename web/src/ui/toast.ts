export type ToastInput = {
  text: string;
  kind?: "info" | "success" | "error";
  /** A button beside the text, as 'Undo'. */
  action?: { label: string; onPress: () => void };
};

let sink: ((toast: ToastInput) => void) | null = null;
let waiting: ToastInput[] = [];
const listeners = new Set<() => void>();

/** Tells something in the corner of the page; can be called from anywhere, before anything is drawn. */
export function toast(input: ToastInput) {
  if (sink) return sink(input);
  waiting = [...waiting, input];
  for (const listener of listeners) listener();
}

/** Whether a toast waits for the host to be loaded; the host is fetched only then. */
export const toastsWaiting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => waiting.length > 0,
};

/** The host calls this once it is on the page; what waited is handed over. */
export function connectToasts(show: (toast: ToastInput) => void) {
  sink = show;
  for (const input of waiting) show(input);
  waiting = [];
  return () => {
    sink = null;
  };
}
