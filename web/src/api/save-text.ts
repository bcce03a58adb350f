/** Lets the browser save a text as a file. A link to the API would not carry the headers of the session. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
