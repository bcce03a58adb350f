import type { Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { textOf } from '../values/texts.ts';
import { constantOf } from '../values/values.ts';

interface ReadContainer {
  readonly scope: Scope;
  readonly differs: readonly string[];
}

/**
 * Reads `docker { image; args; alwaysPull; registryUrl; ... }`. A task cannot have the other arguments of `docker run` as
 * they are, so they differ.
 */
export function readContainer(given: ReadonlyMap<string, Expression>, scope: Scope): ReadContainer | ByHand {
  const named = given.get('image') ?? given.get('0');
  if (named === undefined) return { byHand: 'it has no image' };
  const image = textOf(named, scope);
  if ('byHand' in image) return image;
  const differs = [
    'each script has a container of its own, which shares only the workspace with the others',
    ...image.differs,
  ];
  const prefix = registryOf(given.get('registryUrl'), scope);
  if (prefix === undefined) return { byHand: 'its registry is not constant' };
  if (given.has('registryCredentialsId')) differs.push('the agent must be logged in to the registry');
  if (given.has('customWorkspace')) differs.push('it uses the workspace of the flow');
  const args = given.get('args');
  const options = args === undefined ? '' : constantOf(args, scope);
  if (typeof options !== 'string') return { byHand: 'its arguments are not constant' };
  const { user, env, others } = readArguments(options);
  if (others !== '') differs.push(`the container gets no ${others}: add its properties to the tasks`);
  const isAlwaysPulled = given.has('alwaysPull') && constantOf(given.get('alwaysPull')!, scope) === true; // just seen
  return {
    scope: {
      ...scope,
      container: {
        image: image.text.startsWith(prefix) ? image.text : `${prefix}${image.text}`,
        ...(isAlwaysPulled && { isAlwaysPulled }),
        ...(user !== undefined && { user }),
      },
      taskEnv: new Map([...scope.taskEnv, ...env]),
    },
    differs,
  };
}

/** The start of an image's name; empty for the registry of Docker itself. */
function registryOf(url: Expression | undefined, scope: Scope): string | undefined {
  if (url === undefined) return '';
  const text = constantOf(url, scope);
  if (typeof text !== 'string') return undefined;
  const host = text.replace(/^https?:\/\//, '').replace(/\/(?:v[12]\/?)?$/, '');
  return /(?:^|\.)docker\.io$/.test(host) || host === '' ? '' : `${host}/`;
}

interface ReadArguments {
  readonly user?: string;
  readonly env: readonly [string, string][];
  /** What a task cannot say. */
  readonly others: string;
}

/** Arguments of `docker run`: the user and variables; others are kept as text. */
function readArguments(text: string): ReadArguments {
  let user: string | undefined;
  const env: [string, string][] = [];
  const others = text.replace(
    /(?<=^|\s)(?:(-u|--user|-e|--env)(?:[ =]\s*))([^\s"'$`\\]+)(?=\s|$)/g,
    (found, option: string, value: string) => {
      const variable = /^([A-Za-z_]\w*)=(.*)$/.exec(value);
      if (option === '-u' || option === '--user') user = value;
      else if (variable === null) return found;
      else env.push([variable[1] ?? '', variable[2] ?? '']);
      return '';
    },
  );
  return { ...(user !== undefined && { user }), env, others: others.replace(/\s+/g, ' ').trim() };
}
