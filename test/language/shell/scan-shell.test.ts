import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/language/expressions/parse-template.ts';
import { templateReferences } from '../../../src/language/expressions/references-of.ts';
import { scanShell, type ShellDialect } from '../../../src/language/shell/scan-shell.ts';

/** The problem of each reference `{{ inputs.<id> }}` that has one, as `id: code`. */
function scan(script: string, dialect: ShellDialect = 'sh'): string[] {
  const references = templateReferences(parseTemplate(script).template).map(({ range }) => range);
  return scanShell(script, references, dialect).map(
    ({ code, range }) => `${script.slice(range.start + 10, range.end - 3)}: ${code}`,
  );
}

const unquoted = (id: string) => `${id}: unquoted-reference`;
const unexpanded = (id: string) => `${id}: unexpanded-reference`;
const evaluated = (id: string) => `${id}: invalid-expression`;

function cases(...rows: [script: string, ...problems: string[]][]) {
  return rows.map(([script, ...problems]) => ({ script, problems }));
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
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
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
      [
        'case {{ inputs.a }} in {{ inputs.b }}|(x) echo {{ inputs.c }};; *) ;; esac; echo {{ inputs.d }}',
        unquoted('c'),
        unquoted('d'),
      ],
      ['cat <<< {{ inputs.a }} {{ inputs.b }}', unquoted('b')],
      ['echo "${x:-{{ inputs.a }}}" ${x:-{{ inputs.b }}} ${x#{{ inputs.c }}}', unquoted('b')],
      ["echo \"${x:-'{{ inputs.a }}'}\" ${x:-'{{ inputs.b }}'}", unexpanded('b')],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });

  it('warns for sh, which splits the assignments of export, but not for bash', () => {
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
      ['awk \'{ print $1 }\' "{{ inputs.a }}"'],
      ["cat <<'EOF'\n{{ inputs.a }}\nEOF\necho {{ inputs.b }}", unexpanded('a'), unquoted('b')],
      ['cat <<\\EOF\n{{ inputs.a }}\nEOF', unexpanded('a')],
      ['cat <<"E F"\n{{ inputs.a }}\nE F', unexpanded('a')],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });
});

describe('here-documents that the shell expands', () => {
  it.each(
    cases(
      [
        'cat <<EOF\nit\'s "{{ inputs.a }}" $(echo {{ inputs.b }}) \\$(\nEOF\necho {{ inputs.c }}',
        unquoted('b'),
        unquoted('c'),
      ],
      ['cat <<-EOF > {{ inputs.a }}\n\t{{ inputs.b }}\n\tEOF\necho {{ inputs.c }}', unquoted('a'), unquoted('c')],
      ["cat <<A <<'B'\n{{ inputs.a }}\nA\n{{ inputs.b }}\nB\necho {{ inputs.c }}", unexpanded('b'), unquoted('c')],
      ['x=$(cat <<EOF\n) " {{ inputs.a }}\nEOF\n)\necho {{ inputs.b }}', unquoted('b')],
      ['cat <<EOF\n{{ inputs.a }}\nno end'],
      ['echo $((1 << 2)) {{ inputs.a }}\nEOF', unquoted('a')],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
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
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
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
      [
        'echo "${x:{{ inputs.a }}:{{ inputs.b }}}" "${list[{{ inputs.c }}]}"',
        evaluated('a'),
        evaluated('b'),
        evaluated('c'),
      ],
      ['list[{{ inputs.a }}]={{ inputs.b }}', evaluated('a')],
      ['declare -A map\nmap[{{ inputs.a }}]=1\necho "${map[{{ inputs.b }}]}"'],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });

  it('recognizes commands in double parentheses', () => {
    expect(scan('x=$((cd "{{ inputs.a }}"; ls) | wc -l) y={{ inputs.b }}\n((ls {{ inputs.c }}); echo)')).toEqual([]);
    expect(scan('x=$((cd a) | grep {{ inputs.a }})')).toEqual([unquoted('a')]);
  });
});

describe('strings that a shell runs', () => {
  it.each(
    cases(
      ['eval "run {{ inputs.a }}"', unquoted('a')],
      ['sh -c "run {{ inputs.a }}" "{{ inputs.b }}"', unquoted('a')],
      ['bash -ec \'run "{{ inputs.a }}"\''],
      ['ssh host sh -c \'run "{{ inputs.a }}"\'', unexpanded('a')],
      ['docker exec box /bin/sh -c "run {{ inputs.a }}"', unquoted('a')],
      ['grep -c "{{ inputs.a }}" file'],
      ['bash --login -euo pipefail -c "run {{ inputs.a }}"', unquoted('a')],
      ['bash script.sh -c "{{ inputs.a }}"'],
      ['timeout 5 sh -c \'run "{{ inputs.a }}"\'; sudo -u bob sh -c \'run "{{ inputs.b }}"\'', unexpanded('b')],
      ['find . -name "{{ inputs.a }}" -exec sh -c "run {{ inputs.b }}" \\;', unquoted('b')],
      ['ls | xargs -n 1 sh -c "run {{ inputs.a }}"', unquoted('a')],
      ['gosu user sh -c "{{ inputs.a }}" sh "{{ inputs.b }}"', unquoted('a')],
      ['su - user -c "run {{ inputs.a }}"', unquoted('a')],
      ['trap "rm -rf {{ inputs.a }}" EXIT', unquoted('a')],
      ['trap \'rm -rf "{{ inputs.a }}"\' EXIT; trap - "{{ inputs.b }}"'],
      ['watch -n 2 "ls {{ inputs.a }}"', unquoted('a')],
      ['eval > "{{ inputs.a }}"'],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });
});

describe('strings that another program runs', () => {
  it.each(
    cases(
      ['python3 -c "print(\'{{ inputs.a }}\')" "{{ inputs.b }}"', unquoted('a')],
      ['/usr/bin/python3.11 -u -Ic "print({{ inputs.a }})"', unquoted('a')],
      ['python3 -c \'import sys; print(sys.argv[1])\' "{{ inputs.a }}"'],
      ['python3 tool.py -c "{{ inputs.a }}"; python3 -m pytest -c "{{ inputs.b }}"'],
      ['python3 -c "$(cat "{{ inputs.a }}")" -c "{{ inputs.b }}"'],
      ['docker exec -i box python3 -c "print(\'{{ inputs.a }}\')"', unquoted('a')],
      ['docker run --rm -e X="{{ inputs.a }}" node sh -c "run {{ inputs.b }}"', unquoted('b')],
      [
        'perl -i.bak -0777pe "s/x/{{ inputs.a }}/" "{{ inputs.b }}"; perl -e \'print $ARGV[0]\' "{{ inputs.c }}"',
        unquoted('a'),
      ],
      ['perl -Mstrict -we"print {{ inputs.a }}" -e "{{ inputs.b }}"', unquoted('a'), unquoted('b')],
      ['ruby -rjson -ne "puts {{ inputs.a }}" "{{ inputs.b }}"', unquoted('a')],
      [
        'node -e "f({{ inputs.a }})"; node --eval="{{ inputs.b }}"; node -pe "{{ inputs.c }}"; node -p "{{ inputs.d }}"',
        unquoted('a'),
        unquoted('b'),
        unquoted('c'),
        unquoted('d'),
      ],
      ['node x.js -e "{{ inputs.a }}"; node -r "{{ inputs.b }}" x.js'],
      [
        'php -d x="{{ inputs.a }}" -r "echo {{ inputs.b }};"; lua -e "print({{ inputs.c }})"',
        unquoted('b'),
        unquoted('c'),
      ],
      ['psql -d "{{ inputs.a }}" -c "select \'{{ inputs.b }}\'"; psql -v x="{{ inputs.c }}" -f a.sql', unquoted('b')],
      ['echo python3 -c "{{ inputs.a }}"; pip install python "{{ inputs.b }}"'],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });

  it.each(
    cases(
      ['awk -F, -v x=1 "/{{ inputs.a }}/ { print x }" "{{ inputs.b }}"', unquoted('a')],
      [
        'awk -v x="{{ inputs.a }}" \'{ print x }\' "{{ inputs.b }}"; gawk -F "{{ inputs.c }}" -f prog.awk "{{ inputs.d }}"',
      ],
      ['awk -vx="{{ inputs.a }}" -F"{{ inputs.b }}" \'{ print x }\''],
      ['sort x | sudo awk "{ print {{ inputs.a }} }"', unquoted('a')],
      ['sed -i "s/x/{{ inputs.a }}/g" "{{ inputs.b }}"', unquoted('a')],
      [
        'sed -n -e "s/x/{{ inputs.a }}/" -e"/{{ inputs.b }}/p" --expression="{{ inputs.c }}" "{{ inputs.d }}"',
        unquoted('a'),
        unquoted('b'),
        unquoted('c'),
      ],
      ['sed -f "{{ inputs.a }}" "{{ inputs.b }}"; sed \'s/{{ inputs.c }}/x/\'', unexpanded('c')],
      [
        'jq -r --arg v "{{ inputs.a }}" \'.v = $v\' "{{ inputs.b }}"; jq ".v = \\"{{ inputs.c }}\\""; jq --from-file x.jq "{{ inputs.d }}"',
        unquoted('c'),
      ],
      [
        'apt-get install sed awk "{{ inputs.a }}"; sudo apt-get install awk "{{ inputs.b }}"; find . -name sed -path "{{ inputs.c }}"; echo awk "{{ inputs.d }}"',
      ],
      ['find . -exec sed -i "s/x/{{ inputs.a }}/" {} +', unquoted('a')],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });

  it.each(
    cases(
      ['ssh -i key -p "{{ inputs.a }}" "{{ inputs.b }}" "rm -rf {{ inputs.c }}"', unquoted('c')],
      ['ssh host rm -rf "{{ inputs.a }}"', unquoted('a')],
      ['ssh "{{ inputs.a }}" uptime; printf %s "{{ inputs.b }}" | ssh host \'read -r x\''],
      ['ssh host "run $(printf %q "{{ inputs.a }}")"'],
      ['sshpass -p "{{ inputs.a }}" ssh -oBatchMode=yes host -v "run {{ inputs.b }}"', unquoted('b')],
      ['scp "{{ inputs.a }}" host:'],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });

  it.each(
    cases(
      ['python3 <<EOF\nprint("{{ inputs.a }}")\nEOF\necho {{ inputs.b }}', unquoted('a'), unquoted('b')],
      [
        'python3 - "x" <<\'EOF\'\nimport sys\nEOF\npython3 - "{{ inputs.a }}" <<EOF\nf({{ inputs.b }})\nEOF',
        unquoted('b'),
      ],
      ['ssh host <<EOF\nrun {{ inputs.a }}\nEOF', unquoted('a')],
      ['bash <<EOF\nrun "{{ inputs.a }}"\nEOF\nbash <<\'EOF\'\nrun "{{ inputs.b }}"\nEOF', unquoted('a')],
      [
        'python3 -c "x" <<EOF\n{{ inputs.a }}\nEOF\npython3 x.py <<EOF\n{{ inputs.b }}\nEOF\ncat <<EOF\n{{ inputs.c }}\nEOF\nssh host cat <<EOF\n{{ inputs.d }}\nEOF',
      ],
    ),
  )('$script', ({ script, problems }) => {
    expect(scan(script)).toEqual(problems);
  });

  it('get advice on what to write', () => {
    const script = 'awk "{{ inputs.a }}"; sed "{{ inputs.b }}"; python3 -c "{{ inputs.c }}"';
    const references = templateReferences(parseTemplate(script).template).map(({ range }) => range);
    expect(scanShell(script, references, 'sh').map(({ message }) => message)).toEqual([
      expect.stringContaining(`awk -v value="{{ inputs.a }}" '... value'`),
      expect.stringContaining('sed cannot receive values as data'),
      expect.stringContaining(`python3 -c '... sys.argv[1]' "{{ inputs.c }}"`),
    ]);
  });
});

describe('text that is not a script', () => {
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
  ])('is scanned to its end (%#)', (script) => {
    expect(scan(`{{ inputs.a }}\n${script}{{ inputs.b }}`)).toContain(unquoted('a'));
  });
});
