export type ControlNames = {
  text: string;
  toolbar: string;
  /** The field for the address of a link. */
  link: string;
  /** By Quill's class, with the button's value after it if there is one. */
  buttons: Record<string, string>;
  pickers: Record<string, string>;
};

/** Gives Quill's controls the roles and names that they lack. */
export function nameControls(host: HTMLElement, text: HTMLElement, names: ControlNames) {
  text.setAttribute("role", "textbox");
  text.setAttribute("aria-multiline", "true");
  text.setAttribute("aria-label", names.text);
  host.querySelector(".ql-toolbar")?.setAttribute("aria-label", names.toolbar);
  host.querySelector(".ql-tooltip input")?.setAttribute("aria-label", names.link);
  for (const button of host.querySelectorAll<HTMLButtonElement>(".ql-toolbar button")) {
    const key = [...button.classList, button.value].filter((part) => part).join(" ");
    const name = names.buttons[key];
    if (name) button.setAttribute("aria-label", name);
    if (name) button.title = name;
  }
  for (const [picker, name] of Object.entries(names.pickers)) {
    host.querySelector(`.${picker} .ql-picker-label`)?.setAttribute("aria-label", name);
  }
}
