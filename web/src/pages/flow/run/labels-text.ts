export interface ReadLabels {
  readonly labels: Readonly<Record<string, string>>;
  /** What is wrong with the text. */
  readonly problem?: string;
}

/** Reads labels from lines of the form `name: value`. */
export function readLabels(text: string): ReadLabels {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => line.indexOf(':') < 1);
  if (wrong !== undefined)
    return { labels: {}, problem: `Use the form name: value for each label; found ${wrong.trim()}` };
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return { labels: Object.fromEntries(pairs) };
}

/** Labels as the lines that `readLabels` reads. */
export function labelLines(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
