import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../src/expression/parse-template.ts';
import { templateReferences } from '../../src/expression/references-of.ts';
import { scanShell, type ShellDialect } from '../../src/shell/scan-shell.ts';

/** The finding about each reference `{{ inputs.<id> }}` that has one, as `id: code`. */
function scan(script: string, dialect: ShellDialect = 'sh'): string[] {
  const references = templateReferences(parseTemplate(script).template).map(({ range }) => range);
  return scanShell(script, references, dialect).map(({ code, range }) => `${script.slice(range.start + 10, range.end - 3)}: ${code}`);
}

const unquoted = (id: string) => `${id}: unquoted-reference`;
const unexpanded = (id: string) => `${id}: unexpanded-reference`;
const evaluated = (id: string) => `${id}: invalid-expression`;

function cases(...rows: [script: string, ...findings: string[]][]) {
  return rows.map(([script, ...findings]) => ({ script, findings }));
}

describe('words', () => {
  it.each(
    cases(
      ['echo {{ inputs.a }}', unquoted('a')],
      ['echo "{{ inputs.a }}"'],
      ['echo pre"x"{{ inputs.a }}post', unquoted('a')],
      ['{{ inputs.a }} --version', unquoted('a')],
      ['echo \\\n  {{ inputs.a }}', unquoted('a')],
      ['echo \\"{{ inputs.a }}\\"', unquoted('a')],
      ['cp "$x" > {{ inputs.a }}', unquoted('a')],
      ['for x in {{ inputs.a }}; do echo "$x"; done', unquoted('a')],
      ['files=(one {{ inputs.a }} "{{ inputs.b }}")', unquoted('a')],
      ['echo "a" # {{ inputs.a }} it\'s "\necho {{ inputs.b }}', unquoted('b')],
      ['echo a#{{ inputs.a }}', unquoted('a')],
      ['echo {a,b} {{ inputs.a }}', unquoted('a')],
    ),
  )('$script', ({ script, findings }) => {
    expect(scan(script)).toEqual(findings);
  });
});

describe('places where a value stays one word', () => {
  it.each(
    cases(
      ['X={{ inputs.a }} Y=b{{ inputs.b }}c Z+={{ inputs.c }} run {{ inputs.d }}', unquoted('d')],
      ['if X={{ inputs.a }}; then Y={{ inputs.b }}; fi'],
      ['env X={{ inputs.a }}', unquoted('a')],
      ['[[ {{ inputs.a }} == {{ inputs.b }} && -n {{ inputs.c }} ]] && echo {{ inputs.d }}', unquoted('d')],
      ['[ {{ inputs.a }} = x ]', unquoted('a')],
      ['case {{ inputs.a }} in {{ inputs.b }}|(x) echo {{ inputs.c }};; *) ;; esac; echo {{ inputs.d }}', unquoted('c'), unquoted('d')],
      ['cat <<< {{ inputs.a }} {{ inputs.b }}', unquoted('b')],
      ['echo "${x:-{{ inputs.a }}}" ${x:-{{ inputs.b }}} ${x#{{ inputs.c }}}', unquoted('b')],
      ['echo "${x:-\'{{ inputs.a }}\'}" ${x:-\'{{ inputs.b }}\'}', unexpanded('b')],
    ),
  )('$script', ({ script, findings }) => {
    expect(scan(script)).toEqual(findings);
  });

  it('knows that sh splits the assignments of export and bash does not', () => {
    expect(scan('export X={{ inputs.a }}', 'sh')).toEqual([unquoted('a')]);
    expect(scan('export X={{ inputs.a }}', 'bash')).toEqual([]);
  });
});

describe('places where the shell expands nothing', () => {
  it.each(
    cases(
      ["echo '{{ inputs.a }}' \"'{{ inputs.b }}'\"", unexpanded('a')],
      ["echo $'it\\'s {{ inputs.a }}' {{ inputs.b }}", unexpanded('a'), unquoted('b')],
      ["echo 'it'\\''s {{ inputs.a }}'", unexpanded('a')],
      ["awk '{ print $1 }' \"{{ inputs.a }}\""],
      ["cat <<'EOF'\n{{ inputs.a }}\nEOF\necho {{ inputs.b }}", unexpanded('a'), unquoted('b')],
      ['cat <<\\EOF\n{{ inputs.a }}\nEOF', unexpanded('a')],
      ['cat <<"E F"\n{{ inputs.a }}\nE F', unexpanded('a')],
    ),
  )('$script', ({ script, findings }) => {
    expect(scan(script)).toEqual(findings);
  });
});

describe('here-documents that the shell expands', () => {
  it.each(
    cases(
      ['cat <<EOF\nit\'s "{{ inputs.a }}" $(echo {{ inputs.b }}) \\$(\nEOF\necho {{ inputs.c }}', unquoted('b'), unquoted('c')],
      ['cat <<-EOF > {{ inputs.a }}\n\t{{ inputs.b }}\n\tEOF\necho {{ inputs.c }}', unquoted('a'), unquoted('c')],
      ["cat <<A <<'B'\n{{ inputs.a }}\nA\n{{ inputs.b }}\nB\necho {{ inputs.c }}", unexpanded('b'), unquoted('c')],
      ['x=$(cat <<EOF\n) " {{ inputs.a }}\nEOF\n)\necho {{ inputs.b }}', unquoted('b')],
      ['cat <<EOF\n{{ inputs.a }}\nno end', ],
      ['echo $((1 << 2)) {{ inputs.a }}\nEOF', unquoted('a')],
    ),
  )('$script', ({ script, findings }) => {
    expect(scan(script)).toEqual(findings);
  });
});

describe('commands inside commands', () => {
  it.each(
    cases(
      ['echo "$(echo {{ inputs.a }} "{{ inputs.b }}")" "{{ inputs.c }}"', unquoted('a')],
      ['echo `echo {{ inputs.a }}` "`echo "{{ inputs.b }}"`" {{ inputs.c }}', unquoted('a'), unquoted('c')],
      ['(cd "{{ inputs.a }}" && ls {{ inputs.b }}) {{ inputs.c }}', unquoted('b'), unquoted('c')],
      ['diff <(sort {{ inputs.a }}) "{{ inputs.b }}"', unquoted('a')],
      ['x=$(case $y in a) echo 1;; (b) echo {{ inputs.a }};; esac) run {{ inputs.b }}', unquoted('a'), unquoted('b')],
      ['f() { X={{ inputs.a }}; }\nf "{{ inputs.b }}"'],
      ['echo "a $(echo "b $(echo "{{ inputs.a }}" \'{{ inputs.b }}\')")"', unexpanded('b')],
    ),
  )('$script', ({ script, findings }) => {
    expect(scan(script)).toEqual(findings);
  });
});

describe('numbers that bash evaluates', () => {
  it.each(
    cases(
      ['echo $(( {{ inputs.a }} + 1 )) {{ inputs.b }}', evaluated('a'), unquoted('b')],
      ['echo "$((x["{{ inputs.a }}"] * (2 + {{ inputs.b }})))"', evaluated('a'), evaluated('b')],
      ['(( {{ inputs.a }} > 3 )) && echo "{{ inputs.b }}"', evaluated('a')],
      ['for ((i = 0; i < {{ inputs.a }}; i++)); do echo {{ inputs.b }}; done', evaluated('a'), unquoted('b')],
      ['[[ "{{ inputs.a }}" -eq 1 || 2 -lt {{ inputs.b }} ]]', evaluated('a'), evaluated('b')],
      ['[[ -n $x && {{ inputs.a }} -ge "$(echo {{ inputs.b }})" ]]', evaluated('a'), unquoted('b')],
      ['[ "{{ inputs.a }}" -eq 1 ]'],
      ['let x={{ inputs.a }} "y={{ inputs.b }}"', evaluated('a'), evaluated('b')],
      ['declare -i n="{{ inputs.a }}"', evaluated('a')],
      ['echo "${x:{{ inputs.a }}:{{ inputs.b }}}" "${list[{{ inputs.c }}]}"', evaluated('a'), evaluated('b'), evaluated('c')],
      ['list[{{ inputs.a }}]={{ inputs.b }}', evaluated('a')],
      ['declare -A map\nmap[{{ inputs.a }}]=1\necho "${map[{{ inputs.b }}]}"'],
    ),
  )('$script', ({ script, findings }) => {
    expect(scan(script)).toEqual(findings);
  });

  it('takes commands in doubled parentheses for what they are', () => {
    expect(scan('x=$((cd "{{ inputs.a }}"; ls) | wc -l) y={{ inputs.b }}\n((ls {{ inputs.c }}); echo)')).toEqual([]);
    expect(scan('x=$((cd a) | grep {{ inputs.a }})')).toEqual([unquoted('a')]);
  });
});

describe('texts that a shell runs', () => {
  it.each(
    cases(
      ['eval "run {{ inputs.a }}"', unquoted('a')],
      ['sh -c "run {{ inputs.a }}" "{{ inputs.b }}"', unquoted('a')],
      ["bash -ec 'run \"{{ inputs.a }}\"'"],
      ["ssh host sh -c 'run \"{{ inputs.a }}\"'", unexpanded('a')],
      ['docker exec box /bin/sh -c "run {{ inputs.a }}"', unquoted('a')],
      ['grep -c "{{ inputs.a }}" file'],
    ),
  )('$script', ({ script, findings }) => {
    expect(scan(script)).toEqual(findings);
  });
});

describe('text that is no script', () => {
  it.each([
    '$(('.repeat(20_000),
    '"$('.repeat(20_000),
    '${a['.repeat(20_000),
    '`"'.repeat(20_000),
    'cat <<A $(\n'.repeat(5_000),
    'a=('.repeat(20_000),
    'x'.repeat(100_000) + '=['.repeat(50_000),
    '[[ '.repeat(30_000),
    'case x in '.repeat(10_000),
    "'",
    '\\',
    '<<',
  ])('is read to its end (%#)', (script) => {
    expect(scan(`{{ inputs.a }}\n${script}{{ inputs.b }}`)).toContain(unquoted('a'));
  });
});
