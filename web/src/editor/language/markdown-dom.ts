import { lexer, type Token, type Tokens } from 'marked';

/** Markdown as elements. Everything that is not known to be harmless becomes plain text: nothing is read as HTML. */
export function markdownBox(markdown: string): HTMLElement {
  const box = element('div', blocks(lexer(markdown)));
  box.className = 'markdown';
  return box;
}

function blocks(tokens: readonly Token[]): readonly Node[] {
  return tokens.flatMap((token): Node[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'paragraph':
      case 'heading':
        return [element('p', inlines(token))];
      case 'text':
        return [...inlines(token)];
      case 'code':
        return [element('pre', [element('code', [textOf(token as Tokens.Code)])])];
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        return [
          element(
            ordered ? 'ol' : 'ul',
            items.map((item) => element('li', blocks(item.tokens))),
          ),
        ];
      }
      default:
        return [document.createTextNode(token.raw)];
    }
  });
}

function inlines(token: Token): readonly Node[] {
  const tokens = 'tokens' in token ? token.tokens : undefined;
  return tokens === undefined ? [textOf(token as Tokens.Text)] : tokens.map(inline);
}

function inline(token: Token): Node {
  switch (token.type) {
    case 'strong':
      return element('strong', inlines(token));
    case 'em':
      return element('em', inlines(token));
    case 'codespan':
      return element('code', [textOf(token as Tokens.Codespan)]);
    case 'br':
      return element('br', []);
    // The address of a link would be relative to the documentation, not to this page.
    case 'link':
      return element('span', inlines(token));
    case 'text':
    case 'escape':
      return textOf(token as Tokens.Text);
    default:
      return document.createTextNode(token.raw);
  }
}

function textOf({ text }: { readonly text: string }): Text {
  return document.createTextNode(text);
}

function element(name: string, children: readonly Node[]): HTMLElement {
  const created = document.createElement(name);
  created.append(...children);
  return created;
}
