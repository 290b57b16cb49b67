/** Shown where the application's text is not available. */
export const OVER = "This session is over. Close this window and start again.";

/** Shows a notice. @param isOver replaces the content */
export function notice(text: string, isOver: boolean): void {
  const line = document.getElementById("notice")!;
  line.textContent = text;
  line.hidden = text === "";
  document.body.classList.toggle("is-over", isOver);
}
