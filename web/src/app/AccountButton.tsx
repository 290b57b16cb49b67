import { lazy, Suspense, useState } from "react";
import { AccountLabel, accountButtonClass } from "./AccountLabel.tsx";

const fetchMenu = () => import("./UserMenu.tsx");
const UserMenu = lazy(fetchMenu);

/** The button with the person's name. Its menu is most of the shell's code, and fetched when somebody reaches for it. */
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
