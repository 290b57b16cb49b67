import Bell from "../features/notifications/Bell.tsx";

/** Shows the bell in the top bar. */
export const NotificationsButton = () => <Bell />;
