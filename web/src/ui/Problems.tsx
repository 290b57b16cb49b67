/** Lists the problems of a form as a whole, one line per message; nothing without messages. */
export function Problems({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <ul role="alert" className="grid gap-1 rounded-ctl border border-danger p-3.5 text-sm text-danger">
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
