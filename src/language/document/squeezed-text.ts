/**
 * What to tell about a text that is a flow without its line breaks; undefined for any other. `curl -d @flow.yaml` drops
 * them, also that behind a comment, which is then all there is.
 */
export function squeezedAdvice(text: string): string | undefined {
  const isOneLine = !/[\r\n]./s.test(text);
  if (!isOneLine || !/(?:id|namespace): .*tasks:\s*-\s/.test(text)) return undefined;
  return 'The text has no line breaks, which YAML needs. If you send it with curl, use --data-binary @flow.yaml: -d removes them.';
}
