/** The windows of a phone, as the style sheets have them. */
export const PHONE = "(max-width: 43.6875em), (max-width: 56.1875em) and (orientation: portrait), (max-height: 31.1875em) and (orientation: landscape)";

/**
 * Whether an element is visible. `checkVisibility` alone also accepts parts of a drawing that are not displayed.
 * @param {Element} element
 * @returns {boolean}
 */
export function isShown(element) {
  return element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
}
