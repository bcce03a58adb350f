/** What the shell offers for a value: files, folders, names in the configuration, or names that a server knows. */
export type Completion =
  | 'type'
  | 'file'
  | 'folder'
  | 'context'
  | 'namespace'
  | 'flow'
  | 'flow-or-file'
  | 'execution'
  | 'command';

/** An option of a command. Its name is the key, without the two hyphens. */
export interface OptionDeclaration {
  /** One line for help, docs and completion: lower case, no full stop at the end. */
  readonly summary: string;
  /** One letter, for `-o`. */
  readonly short?: string;
  /** What help calls the value, such as `FILE`. An option without it is a switch. */
  readonly value?: string;
  /** Whether the option can be repeated; its value is a list then. */
  readonly repeated?: true;
  /** The allowed values. Case is ignored. */
  readonly allowed?: readonly string[];
  /** Makes the value an integer between these limits. */
  readonly integer?: { readonly min: number; readonly max?: number };
  /** Makes the value what this function returns for its text. @throws {UsageError} */
  readonly read?: (text: string) => unknown;
  readonly default?: string | number;
  /** The environment variable that replaces the option; the command reads it. */
  readonly variable?: string;
  readonly completion?: Completion;
  /** The heading in help; default: `Options`. */
  readonly group?: string;
}

/** An argument of a command. Its name is the key, in capitals. Only the last one can be optional or repeated. */
export interface ArgumentDeclaration {
  readonly summary: string;
  readonly optional?: true;
  readonly repeated?: true;
  readonly allowed?: readonly string[];
  readonly read?: OptionDeclaration['read'];
  readonly completion?: Completion;
}

export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;
export type ArgumentDeclarations = Readonly<Record<string, ArgumentDeclaration>>;

type ValueOf<Declaration> = Declaration extends { readonly read: (text: string) => infer Value }
  ? Value
  : Declaration extends { readonly integer: object }
    ? number
    : Declaration extends { readonly allowed: readonly (infer Allowed)[] }
      ? Allowed
      : string;

type OptionValue<Declaration> = Declaration extends { readonly value: string }
  ? Declaration extends { readonly repeated: true }
    ? readonly ValueOf<Declaration>[]
    : Declaration extends { readonly default: string | number }
      ? ValueOf<Declaration>
      : ValueOf<Declaration> | undefined
  : boolean;

type ArgumentValue<Declaration> = Declaration extends { readonly repeated: true }
  ? readonly ValueOf<Declaration>[]
  : Declaration extends { readonly optional: true }
    ? ValueOf<Declaration> | undefined
    : ValueOf<Declaration>;

/** The values of options: a boolean for a switch, a list (empty if absent) for a repeated option, else a value. */
export type OptionValues<Declarations> = { readonly [Name in keyof Declarations]: OptionValue<Declarations[Name]> };

/** The values of arguments: a list if repeated (empty if absent), else a value. */
export type ArgumentValues<Declarations> = { readonly [Name in keyof Declarations]: ArgumentValue<Declarations[Name]> };
