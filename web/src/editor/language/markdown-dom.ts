import { lexer, type Token } from 'marked';

/** Markdown as elements. Everything that is not known to be harmless becomes plain text: nothing is read as HTML. */
export function markdownBox(markdown: string): HTMLElement {
  const box = element('div', nodesOf(lexer(markdown)));
  box.className = 'markdown';
  return box;
}

/** The elements of tokens that contain tokens. The address of a link would be relative to the documentation. */
const tags: Readonly<Record<string, string>> = {
  paragraph: 'p',
  heading: 'p',
  list_item: 'li',
  strong: 'strong',
  em: 'em',
  link: 'span',
};

/** A token; of which type it is decides which of these it has. */
interface AnyToken {
  readonly type: string;
  readonly raw: string;
  readonly text: string;
  readonly ordered?: boolean;
  readonly items?: readonly Token[];
  readonly tokens?: readonly Token[];
}

function nodesOf(tokens: readonly Token[]): readonly (Node | string)[] {
  return (tokens as readonly AnyToken[]).flatMap((token): readonly (Node | string)[] => {
    const { type, raw, text, ordered, items = [], tokens: inner = [] } = token;
    const tag = tags[type];
    if (tag !== undefined) return [element(tag, nodesOf(inner))];
    if (type === 'text' && inner.length > 0) return nodesOf(inner);
    if (type === 'text' || type === 'escape') return [text];
    if (type === 'list') return [element(ordered ? 'ol' : 'ul', nodesOf(items))];
    if (type === 'code') return [element('pre', [element('code', [text])])];
    if (type === 'codespan') return [element('code', [text])];
    if (type === 'br') return [element('br', [])];
    return type === 'space' ? [] : [raw];
  });
}

function element(name: string, children: readonly (Node | string)[]): HTMLElement {
  const created = document.createElement(name);
  created.append(...children);
  return created;
}
