import "../app.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";
import { setBoot } from "../app/boot.ts";
import { activate } from "../app/i18n.ts";
import { startTheme } from "../app/theme.ts";
import { Gallery } from "./Gallery.tsx";

// For development only, not in the build: /gallery.html?primary=ffff00&secondary=ff0066 shows the kit in two colours.
const colors = new URLSearchParams(location.search);
const hex = (name: string) => (colors.get(name) ? `#${colors.get(name)}` : null);
setBoot({ branch: { id: 1, name: "Gallery", primary_color: hex("primary"), secondary_color: hex("secondary") } });
startTheme();
await activate("en");
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <Gallery />
    </I18nProvider>,
  );
