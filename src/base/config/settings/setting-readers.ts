import type { Setting } from './setting.ts';

/** How a value is read, and its default. */
export type Reader<Value> = Pick<Setting<Value>, 'read' | 'default'>;

const shown = (fallback: string | number) => `\`${fallback}\``;

export function optionalText(): Reader<string | undefined> {
  return { read: (given) => given };
}

export function text(fallback: string): Reader<string> {
  return { default: shown(fallback), read: (given = fallback) => given };
}

/** @param allowed the pattern in words */
export function matching(pattern: RegExp, allowed: string): Reader<string | undefined>;
export function matching(pattern: RegExp, allowed: string, fallback: string): Reader<string>;
export function matching(pattern: RegExp, allowed: string, fallback?: string): Reader<string | undefined> {
  return {
    ...(fallback !== undefined && { default: shown(fallback) }),
    read: (given = fallback, { invalid }) => {
      if (given !== undefined && !pattern.test(given)) invalid(given, allowed);
      return given;
    },
  };
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): Reader<Choice | undefined>;
export function oneOf<const Choice extends string>(choices: readonly Choice[], fallback: Choice): Reader<Choice>;
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  fallback?: Choice,
): Reader<Choice | undefined> {
  return {
    ...(fallback !== undefined && { default: shown(fallback) }),
    read: (given, { invalid }) => {
      const choice = choices.find((each) => each === given);
      if (given !== undefined && choice === undefined) invalid(given, `one of ${choices.join(', ')}`);
      return choice ?? fallback;
    },
  };
}

export function integer(
  fallback: number,
  { min, max }: { readonly min: number; readonly max: number },
): Reader<number> {
  return {
    default: shown(fallback),
    read: (given, { invalid }) => {
      if (given === undefined) return fallback;
      const number = Number(given);
      const fits = /^\d+$/.test(given) && number >= min && number <= max;
      if (!fits) invalid(given, `an integer from ${min} to ${max}`);
      return fits ? number : fallback;
    },
  };
}

/** An integer from 1. */
export function upTo(max: number, fallback: number): Reader<number> {
  return integer(fallback, { min: 1, max });
}

/** 0 means forever. */
export function days(fallback: number): Reader<number> {
  return integer(fallback, { min: 0, max: 36_500 });
}

/** 0 means no limit, which is Infinity. */
export function bytesOrNoLimit(fallback: number): Reader<number> {
  const { read, default: shownDefault } = integer(fallback, { min: 0, max: 1024 ** 5 });
  return { default: shownDefault, read: (given, report) => read(given, report) || Infinity };
}

/** The entries of a comma-separated list; an empty list counts as absent. */
export function entriesOf(given = ''): readonly string[] {
  return given
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The value can contain a password and is never repeated. */
export function url(protocols: readonly string[]): Reader<string | undefined> {
  return {
    read: (given, { problem }) => {
      const protocol = given !== undefined && URL.canParse(given) ? new URL(given).protocol.slice(0, -1) : '';
      if (given !== undefined && !protocols.includes(protocol))
        problem(`must be a URL that starts with ${protocols.map((each) => `${each}://`).join(' or ')}`);
      return given;
    },
  };
}
