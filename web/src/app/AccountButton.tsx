import { AccountLabel, accountButtonClass } from "./AccountLabel.tsx";
import { loadTexts } from "./i18n.ts";
import { useWanted } from "./useWanted.ts";

const fetchMenu = async () => (await Promise.all([import("./UserMenu.tsx"), loadTexts("learning")]))[0];

/** Shows the account button with the user's name. Its menu is loaded on first use. */
export function AccountButton() {
  const { Part: UserMenu, prepare, want } = useWanted(fetchMenu);
  if (UserMenu) return <UserMenu />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={want}
      className={accountButtonClass}
    >
      <AccountLabel />
    </button>
  );
}
