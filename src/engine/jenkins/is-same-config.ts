import { childOf, type XmlElement } from './xml-document.ts';

/** Elements of a job's config.xml that mean something by being there at all. */
export const jobProperties = {
  durability: 'org.jenkinsci.plugins.workflow.job.properties.DurabilityHintJobProperty',
  oneBuildAtATime: 'org.jenkinsci.plugins.workflow.job.properties.DisableConcurrentBuildsJobProperty',
} as const;

/**
 * Whether a stored configuration is the wanted one. Jenkins writes a configuration anew whenever it likes: with plugin
 * versions, another order, and settings at their defaults, all of which mean nothing here. Lists must agree item by item,
 * and nothing may stand there that forbids builds at the same time or changes how durable they are, unless it is wanted.
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

/** Elements whose children are a list: of these one more, one less or another order is a difference. */
const lists: ReadonlySet<string> = new Set(['parameterDefinitions', 'a']);

const telling: ReadonlySet<string> = new Set(Object.values(jobProperties));
