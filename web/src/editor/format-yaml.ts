import { parseDocument } from 'yaml';

/**
 * A YAML text with two spaces of indentation and no trailing blanks; comments stay. Load this module on demand.
 * @returns the text itself if it does not parse, or would change its meaning
 */
export function formatYaml(text: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || document.contents === null) return text;
  const formatted = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return isSame(text, formatted) ? formatted : text;
}

/** Whether two texts have the same values and as many comments. */
function isSame(text: string, other: string): boolean {
  const [one, two] = [text, other].map((each) => JSON.stringify(parseDocument(each).toJS({ maxAliasCount: 1000 })));
  return one === two && commentsIn(text) === commentsIn(other);
}

function commentsIn(text: string): number {
  return text.split('\n').filter((line) => /^\s*#|\s#/.test(line)).length;
}
