/** A program that runs one of its arguments as code, in its own language. */
export interface Interpreter {
  readonly kind: 'interpreter';
  /** Whether it is a shell, which expands its code. */
  readonly isShell: boolean;
  /**
   * The meaning of operands: the first one is code; or the first one is a script and everything after it an argument of
   * that; or none is code; or all from a certain one are.
   */
  readonly operands: 'code' | 'script' | 'data' | number;
  /** By letter or long name. */
  readonly options: ReadonlyMap<string, OptionRule>;
  /** How to pass a value as data. */
  readonly advice: (reference: string) => string;
}

/**
 * What follows an option: code, a value of one or two words, or the name of a file with the code, after which no operand
 * is code. `+` makes the first operand code, as in `sh -c`; after `?` the rest of the word, if any, is a value.
 */
export interface OptionRule {
  readonly kind: '=' | ':' | '::' | '@' | '+' | '?';
  /** Whether everything after its value is an argument of the program in that value. */
  readonly isLast: boolean;
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

const asArgument = (command: string, argument: string, separator = '') =>
  `use single quotes and pass it as an argument: ${command} '... ${argument}'${separator} "REF"`;
const asShell = asArgument('sh -c', '"$1"', ' sh');

/** The names that share a program, its operands and options, and the advice about a reference `REF`. */
type Row = readonly [names: string, operands: Interpreter['operands'], options: string, advice: string];

/** Options are letters or a long name, what follows them, and a full stop if they are the last: `-WX: -m:.` */
const shells: readonly Row[] = [
  ['sh bash dash ksh zsh ash', 'script', '-c+ -oO: --rcfile: --init-file:', asShell],
  ['eval', 0, '', asShell],
  ['watch', 0, '-n: --interval:', asShell],
  ['trap', 'code', '', `use single quotes, so that it is expanded when the trap runs: trap '... "REF"' EXIT`],
];

const others: readonly Row[] = [
  ['su', 'data', '-c= --command= -gGsw: --shell: --group:', asShell],
  ['ssh', 1, '-bcDEeFIiJLlmopQRSWw:', `send it as input instead: printf '%s\\n' "REF" | ssh host '... read -r value'`],
  ['python pypy', 'script', '-c=. -m:. -WX:', asArgument('python3 -c', 'sys.argv[1]')],
  ['perl', 'script', '-eE= -I: -DFMdimx?', asArgument('perl -e', '$ARGV[0]')],
  ['ruby', 'script', '-e= -ICr: -EFKTWix?', asArgument('ruby -e', 'ARGV[0]')],
  [
    'node nodejs',
    'script',
    '-ep= --eval= --print= -rC: --require: --import:',
    asArgument('node -e', 'process.argv[1]'),
  ],
  ['php', 'script', '-rBRE= -dcftz:', asArgument('php -r', '$argv[1]', ' --')],
  ['lua', 'script', '-e= -l:', 'use single quotes, and os.getenv in the code'],
  [
    'awk gawk mawk nawk',
    'code',
    '-e= --source= -vFi: --assign: --field-separator: --include: -fE@ --file@ --exec@',
    `use single quotes and pass it as a variable: awk -v value="REF" '... value'`,
  ],
  [
    'sed gsed',
    'code',
    '-e= --expression= -l: -i? -f@ --file@',
    `sed cannot receive values as data, but awk can: awk -v value="REF" '... value'`,
  ],
  [
    'jq',
    'code',
    '-L: --indent: --arg:: --argjson:: --slurpfile:: --rawfile:: -f@ --from-file@',
    `use single quotes and pass it as a variable: jq --arg value "REF" '... $value'`,
  ],
  ['psql', 'data', '-c= --command= -dfFhLoPpRTUv:', `pass it as a variable: echo "... :'value'" | psql -v value="REF"`],
];

/** Programs that start others, each with the letters of its options that have a value. */
const starters: readonly (readonly [name: Starter['name'], keepsEnvironment: boolean, programs: string])[] = [
  [0, false, 'sudo:ghpuCDRTU doas:uC'],
  [0, true, 'env:uC nice:n ionice:cn nohup xargs:aEILPdns stdbuf:ioe setsid exec:a command time:fo sshpass:dfpP'],
  [1, true, 'timeout:ks chroot flock:wE'],
  ['anywhere', false, 'docker podman nerdctl kubectl oc'],
  [['-exec', '-execdir', '-ok', '-okdir'], true, 'find'],
];

/** By program name, without its version (`python3.11`). */
export const programs: ReadonlyMap<string, Interpreter | Starter> = new Map<string, Interpreter | Starter>([
  ...shells.flatMap((row) => interpreters(row, true)),
  ...others.flatMap((row) => interpreters(row, false)),
  ...starters.flatMap(([name, keepsEnvironment, list]) =>
    list.split(' ').map((program) => {
      const [title = '', values = ''] = program.split(':');
      return [title, { kind: 'starter', name, keepsEnvironment, values }] as const;
    }),
  ),
]);

function interpreters([names, operands, written, advice]: Row, isShell: boolean) {
  const options = new Map(written.split(' ').flatMap(rulesOf));
  const interpreter: Interpreter = {
    kind: 'interpreter',
    isShell,
    operands,
    options,
    advice: (reference) => advice.replace('REF', () => reference),
  };
  return names.split(' ').map((name) => [name, interpreter] as const);
}

function rulesOf(written: string): readonly (readonly [name: string, rule: OptionRule])[] {
  const [, long, letters = '', kind, end] = /^-(?:-([\w-]+)|(\w+))(::?|[=@+?])(\.?)$/.exec(written) ?? [];
  const rule = { kind: kind as OptionRule['kind'], isLast: end === '.' }; // as the pattern has it
  return (long === undefined ? [...letters] : [long]).map((name) => [name, rule] as const);
}
