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

// What Scalar leaves out for people who do not see the page. Its templates write these attributes once, so that they
// stay as they are set here.
const repairs = {
  // A code editor, which Scalar calls a combobox without the list of one.
  '[contenteditable][role="combobox"]:not([aria-controls])': (element) => {
    element.setAttribute('role', 'textbox');
    element.setAttribute('aria-label', element.dataset.placeholder || 'Text');
  },
  'button[class*="copy-button"]:not([aria-label])': (element) => element.setAttribute('aria-label', 'Copy'),
  // Its label does not contain what it shows.
  'button.show-more[aria-label^="Show all"]': (element) =>
    element.setAttribute('aria-label', `${element.textContent.trim()}: ${element.id.split('/').at(-1)}`),
  // Each operation has one; as landmarks, they would have to differ.
  '[role="region"].response-card': (element) => element.setAttribute('role', 'group'),
  'ul.endpoints:not([tabindex])': (element) => (element.tabIndex = 0),
  // Code that scrolls can be reached with the keyboard.
  ':is(pre, .custom-scroll, .scalar-code-block > *, [class*="overflow-auto"], [class*="overflow-x-auto"]):not([tabindex])':
    (element) => {
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
      if (scrolls && element.querySelector('a, button, input, [tabindex]') === null) element.tabIndex = 0;
    },
};

let isRepairing = false;
function repair() {
  isRepairing = false;
  for (const [selector, mend] of Object.entries(repairs)) document.querySelectorAll(selector).forEach(mend);
}
new MutationObserver(() => {
  if (!isRepairing) requestAnimationFrame(repair);
  isRepairing = true;
}).observe(document.documentElement, { childList: true, subtree: true });
