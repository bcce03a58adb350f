/** Collects what is wrong with the value of a setting. */
interface ValueReport {
  /** @param text a sentence about the setting, without its name at the start */
  problem(text: string): void;
  /** Repeats the value, which must be no secret. */
  invalid(value: string, allowed: string): void;
}

/**
 * An environment variable, declared once: its value and type, the messages about it, docs/reference/configuration.md and
 * .env.example come from this.
 */
export interface Setting<Value = unknown> {
  /** @param text the trimmed value; undefined if it is not set or empty */
  readonly read: (text: string | undefined, report: ValueReport) => Value;
  /** The default as the reference shows it, in Markdown; absent for none. */
  readonly default?: string;
  /** In Markdown, without a full stop at the end. */
  readonly meaning: string;
  /** Whether the value is a secret, which can be in a file instead. */
  readonly secret?: true;
  /** For which values it can be in a file, because a part of it is a secret. */
  readonly secretPart?: string;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The values of settings by name. */
export type SettingValues<Declared extends Settings> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]['read']>;
};

/** Reads settings. @param problems gets everything that is wrong with them */
export function readSettings<Declared extends Settings>(
  settings: Declared,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): SettingValues<Declared> {
  const values = Object.entries(settings).map(([name, { read }]) => {
    const problem = (text: string) => void problems.push(`${name} ${text}`);
    const invalid = (value: string, allowed: string) => problem(`is ${JSON.stringify(value)}; allowed: ${allowed}`);
    return [name, read(environment[name]?.trim() || undefined, { problem, invalid })] as const;
  });
  return Object.fromEntries(values) as SettingValues<Declared>; // each has what its setting reads
}
