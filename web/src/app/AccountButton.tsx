import { lazy, Suspense, useState } from "react";
import { AccountLabel, accountButtonClass } from "./AccountLabel.tsx";
import { loadTexts } from "./i18n.ts";

const fetchMenu = async () => (await Promise.all([import("./UserMenu.tsx"), loadTexts("learning")]))[0];
const UserMenu = lazy(fetchMenu);

/** Shows the account button with the user's name. Its menu is most of the shell's code and is loaded on first use. */
export function AccountButton() {
  const [wanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void fetchMenu()}
      onFocus={() => void fetchMenu()}
      onClick={() => setWanted(true)}
      className={accountButtonClass}
    >
      <AccountLabel />
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  );
}
