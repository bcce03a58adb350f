import { statSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { delimiter, resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads environment variables and collects all problems, so that they can be reported together. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  /** The names of all variables read so far, whether they are set or not. */
  readonly names = new Set<string>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** The trimmed value; an empty variable counts as absent. */
  optional(name: string): string | undefined {
    this.names.add(name);
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  string(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  matching(name: string, fallback: string, pattern: RegExp, allowed: string): string {
    const value = this.string(name, fallback);
    if (!pattern.test(value)) this.problem(name, value, allowed);
    return value;
  }

  oneOf<Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice {
    const value = this.optional(name);
    const choice = choices.find((candidate) => candidate === value);
    if (value !== undefined && choice === undefined) this.problem(name, value, `one of ${choices.join(', ')}`);
    return choice ?? fallback;
  }

  integer(name: string, fallback: number, range: { readonly min: number; readonly max: number }): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    const fits = /^\d+$/.test(value) && number >= range.min && number <= range.max;
    if (!fits) this.problem(name, value, `an integer from ${range.min} to ${range.max}`);
    return fits ? number : fallback;
  }

  /** A comma-separated list; an empty list counts as absent. */
  list(name: string, fallback: readonly string[]): readonly string[] {
    const entries = (this.optional(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    return entries.length === 0 ? fallback : entries;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.optional(name);
    if (value === undefined) return undefined;
    const protocol = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : '';
    // The value can contain a password and is never repeated.
    if (!protocols.includes(protocol))
      this.problems.push(
        `${name} must be a URL that starts with ${protocols.map((each) => `${each}://`).join(' or ')}`,
      );
    return value;
  }

  /** Absolute paths of existing folders, separated as in PATH. */
  folders(name: string): readonly string[] {
    const folders = (this.optional(name) ?? '')
      .split(delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => resolve(folder));
    for (const folder of folders) {
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
        this.problem(name, folder, `existing folders, separated by ${delimiter}`);
    }
    return folders;
  }

  /** The absolute path of an existing file. */
  file(name: string): string | undefined {
    const value = this.optional(name);
    if (value === undefined) return undefined;
    if (statSync(value, { throwIfNoEntry: false })?.isFile() !== true)
      this.problem(name, value, 'the path of an existing file');
    return resolve(value);
  }

  /** IP addresses, CIDR ranges, or the word `loopback`. */
  addresses(name: string, fallback: readonly string[]): readonly string[] {
    const entries = this.list(name, fallback);
    for (const entry of entries) {
      if (!isAddressRange(entry))
        this.problem(
          name,
          entry,
          'IP addresses, ranges such as 10.0.0.0/8 (but not /0, which includes all addresses), or loopback',
        );
    }
    return entries;
  }

  /** Host names without ports, in lower case, and IPv6 addresses in brackets; `*` allows all. */
  hosts(name: string, fallback: readonly string[]): readonly string[] {
    // Kubernetes gives the address of a pod without the brackets that it has in a Host header.
    const entries = this.list(name, fallback).map((entry) => (isIPv6(entry) ? `[${entry}]` : entry).toLowerCase());
    for (const entry of entries) {
      if (!/^(\*|[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(entry))
        this.problem(name, entry, 'host names without scheme and port, addresses ([::1] for IPv6), or *');
    }
    return entries;
  }

  problem(name: string, value: string, allowed: string): void {
    this.problems.push(`${name} is ${JSON.stringify(value)}; allowed: ${allowed}`);
  }
}

function isAddressRange(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // A range of all addresses would trust every client, and is almost certainly a mistake.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
