/**
 * Advice for a text that is a flow without its line breaks; undefined for any other text. `curl -d @flow.yaml` removes
 * line breaks, even the one after a comment, which then is the whole document.
 */
export function squeezedAdvice(text: string): string | undefined {
  const isOneLine = !/[\r\n]./s.test(text);
  if (!isOneLine || !/(?:id|namespace): .*tasks:\s*-\s/.test(text)) return undefined;
  return 'The text has no line breaks, but YAML needs them. If you send it with curl, use --data-binary @flow.yaml: -d removes line breaks.';
}
