import type { Page } from 'playwright-core';

/** Links in sentences, the lines of a log, the text of an editor, and what only screen readers see. */
const exempt = 'p, dd, .log-line, .cm-editor, .skip-link, [aria-hidden=true]';

// A text, because the tests are compiled without the types of a browser.
const script = `(() => {
  const least = 43.5; // 44, whatever rounding leaves
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const areaOf = (element) => element.closest(element.matches('.timeline-choose') ? '.timeline-row' : 'label') ?? element;
  const nameOf = (element) => element.tagName + '.' + element.className + ' ' + (element.getAttribute('aria-label') ?? element.textContent);
  const of = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const targets = of('a, button, summary, input, textarea, select, [role=tab]').filter((element) => element.closest('${exempt}') === null);
  const isSmall = (element) => {
    const { width, height } = areaOf(element).getBoundingClientRect();
    const isText = /\\w/.test(element.textContent);
    return height < least || width < (isText ? 24 : least);
  };
  const isOutOfSight = (element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < 0 || right > document.documentElement.clientWidth;
  };
  return [
    ...targets.filter(isSmall).map((element) => 'small: ' + nameOf(element)),
    ...of('[role=tab][aria-selected=true]').filter(isOutOfSight).map((element) => 'out of sight: ' + nameOf(element)),
    ...of('kbd, [placeholder*="( / )"]').map((element) => 'of a keyboard: ' + nameOf(element)),
  ];
})()`;

/** What is wrong with a page for fingers: small targets, chosen tabs out of sight, and keys that a phone does not have. */
export function phoneProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(script);
}
