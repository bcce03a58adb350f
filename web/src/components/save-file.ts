/** Lets the browser save a file. A link to the API would not carry the headers of the session. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function saveText(name: string, text: string): void {
  // For plain text, browsers add an extension to names without one.
  saveFile(name, new Blob([text], { type: 'application/octet-stream' }));
}
