/** A program that runs one of its arguments as code, in its own language. */
export interface Interpreter {
  readonly kind: 'interpreter';
  /** Options for code: letters, and long names. The code is the next word, or attached. */
  readonly code?: string;
  readonly longCode?: readonly string[];
  /** A letter that makes the first operand code (`sh -c`). */
  readonly codeFlag?: string;
  /** Options with a value that is not code. */
  readonly values?: string;
  /** Long options with values that are not code, with the number of words. */
  readonly longValues?: Readonly<Record<string, number>>;
  /** Letters after which the rest of the word, if any, is a value. */
  readonly attached?: string;
  /** Options, by letter or long name, for a file with the code, so that no operand is code. */
  readonly files?: readonly string[];
  /** Letters of options after whose value everything is an argument of the program in that value. */
  readonly last?: string;
  /**
   * The meaning of operands. The first one is code; or the first one is a file and everything after it an argument of
   * that; or none is code; or all from a certain one are.
   */
  readonly operands: 'first is code' | 'first is a file' | 'plain' | { readonly codeFrom: number };
  /** Whether it is a shell, which expands its code. */
  readonly isShell?: true;
  /** How to pass a value as data. */
  readonly advice: (reference: string) => string;
}

/** A program that starts another one named in its arguments. */
export interface Starter {
  readonly kind: 'starter';
  /** Options with a value, by their letters. */
  readonly values: string;
  /** Where the name is: after this many operands, after one of these words, or anywhere. */
  readonly name: number | readonly string[] | 'anywhere';
  /** Whether the program inherits the environment. */
  readonly keepsEnvironment: boolean;
}

const interpreter = (rest: Omit<Interpreter, 'kind'>): Interpreter => ({ kind: 'interpreter', ...rest });

const asArgument =
  (command: string, argument: string, separator = '') =>
  (reference: string) =>
    `use single quotes and pass it as an argument: ${command} '... ${argument}'${separator} "${reference}"`;

const shell = interpreter({
  codeFlag: 'c',
  values: 'oO',
  longValues: { rcfile: 1, 'init-file': 1 },
  operands: 'first is a file',
  isShell: true,
  advice: asArgument('sh -c', '"$1"', ' sh'),
});
const { advice: asShell } = shell;
const evaluated = interpreter({ operands: { codeFrom: 0 }, isShell: true, advice: asShell });
const script = (rest: Omit<Interpreter, 'kind' | 'operands'>) => interpreter({ operands: 'first is a file', ...rest });
const awk = interpreter({
  code: 'e',
  longCode: ['source'],
  values: 'vFfEi',
  longValues: { assign: 1, file: 1, exec: 1, 'field-separator': 1, include: 1 },
  files: ['f', 'E', 'file', 'exec'],
  operands: 'first is code',
  advice: (reference) => `use single quotes and pass it as a variable: awk -v value="${reference}" '... value'`,
});

/** Programs that run code, by the names that they share. */
const interpreters: readonly (readonly [names: string, Interpreter])[] = [
  ['sh bash dash ksh zsh ash', shell],
  ['eval', evaluated],
  [
    'trap',
    interpreter({
      operands: 'first is code',
      isShell: true,
      advice: (reference) =>
        `use single quotes, so that it is expanded when the trap runs: trap '... "${reference}"' EXIT`,
    }),
  ],
  [
    'ssh',
    interpreter({
      values: 'bcDEeFIiJLlmopQRSWw',
      operands: { codeFrom: 1 },
      advice: (reference) => `send it as input instead: printf '%s\\n' "${reference}" | ssh host '... read -r value'`,
    }),
  ],
  [
    'su',
    interpreter({
      code: 'c',
      longCode: ['command'],
      values: 'gGsw',
      longValues: { shell: 1, group: 1 },
      operands: 'plain',
      advice: asShell,
    }),
  ],
  ['watch', { ...evaluated, values: 'n', longValues: { interval: 1 } }],
  ['python pypy', script({ code: 'c', values: 'WXm', last: 'cm', advice: asArgument('python3 -c', 'sys.argv[1]') })],
  ['perl', script({ code: 'eE', values: 'I', attached: 'DFMdimx', advice: asArgument('perl -e', '$ARGV[0]') })],
  ['ruby', script({ code: 'e', values: 'ICr', attached: 'EFKTWix', advice: asArgument('ruby -e', 'ARGV[0]') })],
  [
    'node nodejs',
    script({
      code: 'ep',
      longCode: ['eval', 'print'],
      values: 'rC',
      longValues: { require: 1, import: 1 },
      advice: asArgument('node -e', 'process.argv[1]'),
    }),
  ],
  ['php', script({ code: 'rBRE', values: 'dcftz', advice: asArgument('php -r', '$argv[1]', ' --') })],
  ['lua', script({ code: 'e', values: 'l', advice: () => 'use single quotes, and os.getenv in the code' })],
  ['awk gawk mawk nawk', awk],
  [
    'sed gsed',
    interpreter({
      code: 'e',
      longCode: ['expression'],
      values: 'fl',
      longValues: { file: 1 },
      attached: 'i',
      files: ['f', 'file'],
      operands: 'first is code',
      advice: (reference) => `sed cannot receive values as data, but awk can: awk -v value="${reference}" '... value'`,
    }),
  ],
  [
    'jq',
    interpreter({
      values: 'fL',
      longValues: { arg: 2, argjson: 2, slurpfile: 2, rawfile: 2, indent: 1, 'from-file': 1 },
      files: ['f', 'from-file'],
      operands: 'first is code',
      advice: (reference) => `use single quotes and pass it as a variable: jq --arg value "${reference}" '... $value'`,
    }),
  ],
  [
    'psql',
    interpreter({
      code: 'c',
      longCode: ['command'],
      values: 'dfFhLoPpRTUv',
      operands: 'plain',
      advice: (reference) => `pass it as a variable: echo "... :'value'" | psql -v value="${reference}"`,
    }),
  ],
];

/** Programs that start others, each with its options that have a value. */
const starters: readonly (readonly [Omit<Starter, 'kind' | 'values'>, Readonly<Record<string, string>>])[] = [
  [
    { name: 0, keepsEnvironment: false },
    { sudo: 'ghpuCDRTU', doas: 'uC' },
  ],
  [
    { name: 0, keepsEnvironment: true },
    {
      env: 'uC',
      nice: 'n',
      ionice: 'cn',
      nohup: '',
      xargs: 'aEILPdns',
      stdbuf: 'ioe',
      setsid: '',
      exec: 'a',
      command: '',
      time: 'fo',
      sshpass: 'dfpP',
    },
  ],
  [
    { name: 1, keepsEnvironment: true },
    { timeout: 'ks', chroot: '', flock: 'wE' },
  ],
  [
    { name: 'anywhere', keepsEnvironment: false },
    { docker: '', podman: '', nerdctl: '', kubectl: '', oc: '' },
  ],
  [{ name: ['-exec', '-execdir', '-ok', '-okdir'], keepsEnvironment: true }, { find: '' }],
];

/** By program name, without its version (`python3.11`). */
export const programs: ReadonlyMap<string, Interpreter | Starter> = new Map<string, Interpreter | Starter>([
  ...interpreters.flatMap(([names, program]) => names.split(' ').map((name) => [name, program] as const)),
  ...starters.flatMap(([common, valuesByName]) =>
    Object.entries(valuesByName).map(([name, values]) => [name, { kind: 'starter', ...common, values }] as const),
  ),
]);
