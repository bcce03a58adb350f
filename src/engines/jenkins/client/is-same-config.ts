import { childOf, type XmlElement } from './xml-document.ts';

/** Elements of a job's config.xml whose mere presence has a meaning. */
export const jobProperties = {
  durability: 'org.jenkinsci.plugins.workflow.job.properties.DurabilityHintJobProperty',
  oneBuildAtATime: 'org.jenkinsci.plugins.workflow.job.properties.DisableConcurrentBuildsJobProperty',
} as const;

/**
 * Whether a stored configuration is equivalent to the expected one. Jenkins rewrites configurations with plugin
 * versions, a different order and default settings, which do not matter here. Lists must be equal item by item, and
 * unless expected, there must be no element that disables concurrent builds or changes their durability.
 */
export function isSameConfig(stored: XmlElement, expected: XmlElement): boolean {
  if (stored.name !== expected.name || stored.attributes.class !== expected.attributes.class) return false;
  if (expected.children.length === 0) return stored.children.length === 0 && stored.text === expected.text;
  if (lists.has(expected.name)) {
    return (
      stored.children.length === expected.children.length &&
      expected.children.every((child, index) => isSameConfig(stored.children[index]!, child))
    );
  }
  if (stored.children.some(({ name }) => significant.has(name) && childOf(expected, name) === undefined)) return false;
  return expected.children.every((child) => stored.children.some((candidate) => isSameConfig(candidate, child)));
}

/** Elements whose children are a list: an additional, missing or reordered child is a difference. */
const lists: ReadonlySet<string> = new Set(['parameterDefinitions', 'a']);

const significant: ReadonlySet<string> = new Set(Object.values(jobProperties));
