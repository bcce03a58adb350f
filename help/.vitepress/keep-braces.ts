import type { MarkdownRenderer } from 'vitepress';

/** Expressions of flows look like those of Vue, which would evaluate them. */
export function keepBraces({ renderer }: MarkdownRenderer): void {
  const { code_inline: code, text } = renderer.rules;
  if (code === undefined || text === undefined) throw new Error('The renderer has no rules for text');
  renderer.rules.code_inline = (...token) => code(...token).replace('<code', '<code v-pre');
  renderer.rules.text = (...token) => text(...token).replaceAll('{{', '&#123;&#123;');
}
