import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from 'vitepress';

/** An element of highlighted code. */
interface CodeElement {
  readonly properties: Record<string, unknown>;
}

const classes = new Map<string, string>();

/** Gives highlighted code classes instead of style attributes, which the content security policy forbids. */
export const codeClasses = {
  transformer: {
    name: 'flowgate:code-classes',
    span({ properties }: CodeElement) {
      const { style } = properties;
      if (typeof style !== 'string') return;
      const name = classes.get(style) ?? `code-${classes.size + 1}`;
      classes.set(style, name);
      properties.class = [properties.class, name].filter(Boolean).join(' ');
      delete properties.style;
    },
  },

  stylesheet: 'code.css',

  write({ outDir }: SiteConfig): void {
    const rules = [...classes].map(([style, name]) => `.${name}{${style}}\n`);
    writeFileSync(join(outDir, codeClasses.stylesheet), rules.join(''));
  },
};
