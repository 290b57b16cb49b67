import { MenuEntries } from "./MenuEntries.tsx";
import { staffMenu } from "./staffMenu.ts";

/** Shows the menu of everybody but learners. */
export function StaffEntries({ onPress }: { onPress: () => void }) {
  return <MenuEntries menu={staffMenu} onPress={onPress} />;
}
