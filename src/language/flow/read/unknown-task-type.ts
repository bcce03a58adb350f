import { quoteShort } from '../../../problem/describe-value.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import type { TaskTypes } from '../task-types.ts';

/**
 * The message about a task type that is not registered. Names are compared behind `.plugin.`, as the part before it is
 * alike in all of them; a name that differs in that part alone comes from an installation with another vendor.
 */
export function unknownTaskType(name: string, { names }: TaskTypes, suggestions: Suggestions): string {
  const stem = stemOf(name);
  const same = names.find((known) => stemOf(known).toLowerCase() === stem.toLowerCase());
  if (same !== undefined && stemOf(same) === stem) {
    const setting = name.startsWith('dev.') ? ' (the setting FLOWGATE_VENDOR names the vendor)' : '';
    return `There is no task type ${quoteShort(name)}; here it is called ${quoteShort(same)}${setting}.`;
  }
  const near = same ?? suggestions.nearest(stem, names, stemOf) ?? onlyWithLastWord(stem, names);
  const advice = near === undefined ? ` Known are ${names.join(', ')}.` : ` Did you mean ${quoteShort(near)}?`;
  return `There is no task type ${quoteShort(name)}.${advice}`;
}

/** For `Shell`, or a type of another engine that is called the same at its end. */
function onlyWithLastWord(stem: string, names: readonly string[]): string | undefined {
  const [found, ...others] = names.filter((known) => lastWordOf(known) === lastWordOf(stem));
  return others.length === 0 ? found : undefined;
}

function lastWordOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** What stands behind `dev.<vendor>.plugin.`; all of it where that is missing. */
function stemOf(name: string): string {
  const [, stem] = name.split('.plugin.', 2);
  return stem ?? name;
}
