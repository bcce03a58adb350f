/**
 * Whether the next command of the same session can follow a command of one line, as if each had a shell of its own: it is
 * one pipeline of programs, changes nothing in its shell, and its failure ends the session. When in doubt, the answer is no.
 * @param command shell code with references (`{{ inputs.x }}`)
 */
export function leavesNoState(command: string): boolean {
  if (command.trim() === '') return false;
  return pipelineParts(command)?.every(isProgram) === true;
}

// Quotes with anything but commands inside, substitutions without nesting, and words without a special meaning.
const wordParts = [
  String.raw`[\w.,:@%+/=~^?*\[\]!-]+`,
  String.raw`\{\{ [\w.-]+ \}\}`,
  String.raw`'[^'\n]*'`,
  String.raw`"(?:[^"\\$\x60\n]|\\[^\n]|${expansions().join('|')})*"`,
  ...expansions(),
  String.raw`\\[^\n{]`,
];

function expansions(): readonly string[] {
  return [
    String.raw`\$[A-Za-z_]\w*(?!\w)`,
    String.raw`\$\{[A-Za-z_]\w*(?::?[-+][^{}'"$\x60\\\n]*)?\}`,
    String.raw`\$\([^()'"\x60$\n]*\)`,
  ];
}

const word = `(?:${wordParts.join('|')})+`;
const redirection = String.raw`[012]?>&[012]|[012]?>{1,2} *${word}|< *${word}`;
const token = new RegExp(`[ \\t]*(?:(?<pipe>\\|(?!\\|))|(?<redirection>${redirection})|(?<word>${word}))`, 'y');

/** The words of each command of a pipeline, without redirections; undefined if there is anything else. */
function pipelineParts(command: string): readonly (readonly string[])[] | undefined {
  const text = command.trim();
  const parts: string[][] = [[]];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const groups = token.exec(text)?.groups;
    if (groups === undefined) return undefined;
    if (groups.pipe !== undefined) parts.push([]);
    else if (groups.word !== undefined) parts.at(-1)?.push(groups.word);
  }
  return parts;
}

function isProgram(words: readonly string[]): boolean {
  const first = words.findIndex((each) => !/^[A-Za-z_]\w*=/.test(each));
  const name = words[first];
  if (name === undefined) return false;
  // What a variable contains could be anything, but not with a path after it.
  if (!/^(?:[\w.,@%+/-]+|\[)$/.test(name) && !/^(?:"?\$\{?\w+\}?|"?\{\{ [\w.-]+ \}\})[\w.]*\/[\w./-]+"?$/.test(name))
    return false;
  if (name === 'printf' && words.includes('-v')) return false;
  return !shellWords.has(name);
}

/** What changes the shell itself, what starts a construct, and what runs code that could do so. */
const shellWords = new Set(
  [
    '. : alias bg bind break builtin caller case cd command compgen complete conda continue coproc declare dirs disown do done',
    'elif else enable esac eval exec exit export fc fg fi for function getopts hash help history if in jobs let local logout',
    'mapfile newgrp nvm popd pushd read readarray readonly return sdk select set shift shopt source suspend then time times trap',
    'type typeset ulimit umask unalias unset until wait while workon',
  ]
    .join(' ')
    .split(' '),
);
