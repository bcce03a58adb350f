import { childOf, type XmlElement } from './xml-document.ts';

/** Elements of a job's config.xml whose mere presence has a meaning. */
export const jobProperties = {
  durability: 'org.jenkinsci.plugins.workflow.job.properties.DurabilityHintJobProperty',
  oneBuildAtATime: 'org.jenkinsci.plugins.workflow.job.properties.DisableConcurrentBuildsJobProperty',
} as const;

/**
 * Whether a stored configuration is equivalent to the expected one. Jenkins rewrites configurations with plugin
 * versions, another order and default settings, none of which matter here. Lists must be equal item by item, and unless
 * expected, there must be no element that disables concurrent builds or changes their durability.
 */
export function isSameConfig(stored: XmlElement, wanted: XmlElement): boolean {
  if (stored.name !== wanted.name || stored.attributes.class !== wanted.attributes.class) return false;
  if (wanted.children.length === 0) return stored.children.length === 0 && stored.text === wanted.text;
  if (lists.has(wanted.name)) {
    return (
      stored.children.length === wanted.children.length &&
      wanted.children.every((child, index) => isSameConfig(stored.children[index]!, child))
    );
  }
  if (stored.children.some(({ name }) => telling.has(name) && childOf(wanted, name) === undefined)) return false;
  return wanted.children.every((child) => stored.children.some((candidate) => isSameConfig(candidate, child)));
}

/** Elements whose children are a list: an additional, missing or reordered child is a difference. */
const lists: ReadonlySet<string> = new Set(['parameterDefinitions', 'a']);

const telling: ReadonlySet<string> = new Set(Object.values(jobProperties));
