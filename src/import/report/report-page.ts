import { html, type Html } from '../../base/text/html.ts';

/** A page for a browser that needs nothing else: no script, no font, no image. */
export function reportPage(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styles}
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`.toString();
}

// The colours are those of the console (web/src/styles/tokens.css).
const styles = html`<style>
:root {
  color-scheme: light dark;
  --bg: light-dark(#ffffff, #14171c);
  --surface: light-dark(#f7f8fa, #1b1f26);
  --text: light-dark(#1a1d23, #e6e9ee);
  --muted: light-dark(#555c68, #a3acb9);
  --border: light-dark(#dfe3e8, #2d333d);
  --accent: light-dark(#0a5fc2, #8ab4ff);
  --mapped: light-dark(#0a6e5c, #4ac26b);
  --approximated: light-dark(#7a4f00, #f0b849);
  --approximated-tint: light-dark(#fbf0d9, #33270c);
  --by-hand: light-dark(#9d1040, #ff7096);
  --by-hand-tint: light-dark(#fce8ee, #3a1722);
}
body { background: var(--bg); color: var(--text); font: 14px/1.5 system-ui, sans-serif; margin: 24px; }
h1 { font-size: 20px; }
h2 { font-size: 16px; margin-top: 32px; overflow-wrap: anywhere; }
h3 { font-size: 14px; margin: 16px 0 4px; }
a { color: var(--accent); }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--border); padding: 4px 12px 4px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--muted); font-weight: 600; }
td.number { text-align: right; white-space: nowrap; }
pre, code { font: 12px/18px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
pre { background: var(--surface); border: 1px solid var(--border); margin: 0; overflow-x: auto; padding: 8px 0; }
pre span.line { display: block; min-height: 18px; padding: 0 8px; }
pre span.number { color: var(--muted); display: inline-block; min-width: 36px; text-align: right; user-select: none; }
pre span.mark { display: inline-block; text-align: center; user-select: none; width: 24px; }
.mapped { color: var(--mapped); }
.approximated { color: var(--approximated); }
.by-hand { color: var(--by-hand); }
.line-approximated { background: var(--approximated-tint); }
.line-by-hand { background: var(--by-hand-tint); }
span.line:target { outline: 2px solid var(--accent); outline-offset: -2px; }
.sides { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); }
.sides > div { min-width: 0; }
</style>`;
