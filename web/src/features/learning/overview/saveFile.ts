/** Fetches a file and has the browser save it under a name. Rejects when it cannot be had. */
export async function saveFile(url: string, name: string) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.split("?")[0]} answered ${response.status}.`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
