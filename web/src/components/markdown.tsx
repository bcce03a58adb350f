import { useEffect, useRef } from 'react';
import { markdownBox } from '../editor/language/markdown-dom.ts';
import './markdown.css';

/** Markdown of documentation; nothing in it is read as HTML. */
export function Markdown({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(markdownBox(text)), [text]);
  return <div ref={place} className="markdown-text" />;
}
