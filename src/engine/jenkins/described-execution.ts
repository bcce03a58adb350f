/**
 * Which execution the first line of a build's description names (DESIGN 9.8), `-` for a build that was started by hand.
 * @returns undefined when the description is none of Flowgate's, or none yet
 */
export function describedExecution(description: string | null | undefined): string | undefined {
  const [first = ''] = (description ?? '').split('\n', 1);
  return /^Flowgate execution (\S+)$/.exec(first.trim())?.[1];
}
