// Runs before Scalar, in the same file.

// Zod looks for `eval` unless it is told not to, which the content security policy would report.
// oxlint-disable-next-line no-underscore-dangle -- the name is Zod's
globalThis.__zod_globalConfig = { jitless: true };

// Scalar's editor makes icons from markup. Only markup that is nothing but shapes becomes trusted.
const shapes = 'svg|g|path|line|polyline|polygon|circle|ellipse|rect';
const icon = new RegExp(
  `^<svg(?: [\\w:-]+="[^"<>]*")*\\s*/?>(?:\\s|</?(?:${shapes})(?: [\\w:-]+="[^"<>]*")*\\s*/?>)*$`,
);
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (markup) => (icon.test(markup) && !/ (?:on\w+|(?:xlink:)?href)=/i.test(markup) ? markup : null),
});
