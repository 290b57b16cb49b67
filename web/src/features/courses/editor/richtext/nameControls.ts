export type ControlNames = {
  text: string;
  toolbar: string;
  /** The field for the address of a link. */
  link: string;
  /** By Quill's class, with the button's value after it if there is one. */
  buttons: Record<string, string>;
  /** By Quill's class; the options by their value. */
  pickers: Record<string, { name: string; options: Record<string, string> }>;
  /** By the custom property that the style sheet reads. */
  styles: Record<string, string>;
};

/** Gives Quill's controls the roles and names that they lack, in the language of the screen. */
export function nameControls(host: HTMLElement, text: HTMLElement, names: ControlNames) {
  text.setAttribute("role", "textbox");
  text.setAttribute("aria-multiline", "true");
  text.setAttribute("aria-label", names.text);
  host.querySelector(".ql-toolbar")?.setAttribute("aria-label", names.toolbar);
  const link = host.querySelector<HTMLInputElement>(".ql-tooltip input");
  link?.setAttribute("aria-label", names.link);
  link?.setAttribute("data-link", "https://");
  for (const button of host.querySelectorAll<HTMLButtonElement>(".ql-toolbar button")) {
    const key = [...button.classList, button.value].filter((part) => part).join(" ");
    const name = names.buttons[key];
    if (name) button.setAttribute("aria-label", name);
    if (name) button.title = name;
  }
  for (const [picker, { name, options }] of Object.entries(names.pickers)) {
    const label = host.querySelector<HTMLElement>(`.${picker} .ql-picker-label`);
    label?.setAttribute("aria-label", name);
    if (label) label.dataset["label"] = options[label.dataset["value"] ?? ""] ?? "";
    for (const item of host.querySelectorAll<HTMLElement>(`.${picker} .ql-picker-item`)) {
      const option = options[item.dataset["value"] ?? ""] ?? "";
      item.dataset["label"] = option;
      item.setAttribute("aria-label", option);
    }
  }
  for (const [property, content] of Object.entries(names.styles))
    host.style.setProperty(property, JSON.stringify(content));
}
