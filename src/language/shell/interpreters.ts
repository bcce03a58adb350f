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

const shell: Interpreter = {
  kind: 'interpreter',
  codeFlag: 'c',
  values: 'oO',
  longValues: { rcfile: 1, 'init-file': 1 },
  operands: 'first is a file',
  isShell: true,
  advice: (reference) => `use single quotes and pass it as an argument: sh -c '... "$1"' sh "${reference}"`,
};

const python: Interpreter = {
  kind: 'interpreter',
  code: 'c',
  values: 'WXm',
  last: 'cm',
  operands: 'first is a file',
  advice: (reference) => `use single quotes and pass it as an argument: python3 -c '... sys.argv[1]' "${reference}"`,
};

const awk: Interpreter = {
  kind: 'interpreter',
  code: 'e',
  longCode: ['source'],
  values: 'vFfEi',
  longValues: { assign: 1, file: 1, exec: 1, 'field-separator': 1, include: 1 },
  files: ['f', 'E', 'file', 'exec'],
  operands: 'first is code',
  advice: (reference) => `use single quotes and pass it as a variable: awk -v value="${reference}" '... value'`,
};

const sed: Interpreter = {
  kind: 'interpreter',
  code: 'e',
  longCode: ['expression'],
  values: 'fl',
  longValues: { file: 1 },
  attached: 'i',
  files: ['f', 'file'],
  operands: 'first is code',
  advice: (reference) => `sed cannot receive values as data, but awk can: awk -v value="${reference}" '... value'`,
};

const node: Interpreter = {
  kind: 'interpreter',
  code: 'ep',
  longCode: ['eval', 'print'],
  values: 'rC',
  longValues: { require: 1, import: 1 },
  operands: 'first is a file',
  advice: (reference) => `use single quotes and pass it as an argument: node -e '... process.argv[1]' "${reference}"`,
};

const remote = (reference: string): string =>
  `send it as input instead: printf '%s\\n' "${reference}" | ssh host '... read -r value'`;
const asShell = shell.advice;

/** By program name, without its version (`python3.11`). */
export const programs: ReadonlyMap<string, Interpreter | Starter> = new Map<string, Interpreter | Starter>([
  ...['sh', 'bash', 'dash', 'ksh', 'zsh', 'ash'].map((name) => [name, shell] as const),
  ['eval', { kind: 'interpreter', operands: { codeFrom: 0 }, isShell: true, advice: asShell }],
  [
    'trap',
    {
      kind: 'interpreter',
      operands: 'first is code',
      isShell: true,
      advice: (reference) =>
        `use single quotes, so that it is expanded when the trap runs: trap '... "${reference}"' EXIT`,
    },
  ],
  ['ssh', { kind: 'interpreter', values: 'bcDEeFIiJLlmopQRSWw', operands: { codeFrom: 1 }, advice: remote }],
  [
    'su',
    {
      kind: 'interpreter',
      code: 'c',
      longCode: ['command'],
      values: 'gGsw',
      longValues: { shell: 1, group: 1 },
      operands: 'plain',
      advice: asShell,
    },
  ],
  [
    'watch',
    {
      kind: 'interpreter',
      values: 'n',
      longValues: { interval: 1 },
      operands: { codeFrom: 0 },
      isShell: true,
      advice: asShell,
    },
  ],
  ['python', python],
  ['pypy', python],
  [
    'perl',
    {
      kind: 'interpreter',
      code: 'eE',
      values: 'I',
      attached: 'DFMdimx',
      operands: 'first is a file',
      advice: (reference) => `use single quotes and pass it as an argument: perl -e '... $ARGV[0]' "${reference}"`,
    },
  ],
  [
    'ruby',
    {
      kind: 'interpreter',
      code: 'e',
      values: 'ICr',
      attached: 'EFKTWix',
      operands: 'first is a file',
      advice: (reference) => `use single quotes and pass it as an argument: ruby -e '... ARGV[0]' "${reference}"`,
    },
  ],
  ['node', node],
  ['nodejs', node],
  [
    'php',
    {
      kind: 'interpreter',
      code: 'rBRE',
      values: 'dcftz',
      operands: 'first is a file',
      advice: (reference) => `use single quotes and pass it as an argument: php -r '... $argv[1]' -- "${reference}"`,
    },
  ],
  [
    'lua',
    {
      kind: 'interpreter',
      code: 'e',
      values: 'l',
      operands: 'first is a file',
      advice: () => 'use single quotes, and os.getenv in the code',
    },
  ],
  ...['awk', 'gawk', 'mawk', 'nawk'].map((name) => [name, awk] as const),
  ['sed', sed],
  ['gsed', sed],
  [
    'jq',
    {
      kind: 'interpreter',
      values: 'fL',
      longValues: { arg: 2, argjson: 2, slurpfile: 2, rawfile: 2, indent: 1, 'from-file': 1 },
      files: ['f', 'from-file'],
      operands: 'first is code',
      advice: (reference) => `use single quotes and pass it as a variable: jq --arg value "${reference}" '... $value'`,
    },
  ],
  [
    'psql',
    {
      kind: 'interpreter',
      code: 'c',
      longCode: ['command'],
      values: 'dfFhLoPpRTUv',
      operands: 'plain',
      advice: (reference) => `pass it as a variable: echo "... :'value'" | psql -v value="${reference}"`,
    },
  ],
  ...Object.entries({ sudo: 'ghpuCDRTU', doas: 'uC' }).map(
    ([program, values]) => [program, { kind: 'starter', values, name: 0, keepsEnvironment: false }] as const,
  ),
  ...Object.entries({
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
  }).map(([program, values]) => [program, { kind: 'starter', values, name: 0, keepsEnvironment: true }] as const),
  ...Object.entries({ timeout: 'ks', chroot: '', flock: 'wE' }).map(
    ([program, values]) => [program, { kind: 'starter', values, name: 1, keepsEnvironment: true }] as const,
  ),
  ...['docker', 'podman', 'nerdctl', 'kubectl', 'oc'].map(
    (program) => [program, { kind: 'starter', values: '', name: 'anywhere', keepsEnvironment: false }] as const,
  ),
  ['find', { kind: 'starter', values: '', name: ['-exec', '-execdir', '-ok', '-okdir'], keepsEnvironment: true }],
]);
