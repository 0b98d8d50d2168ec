/**
 * Whether an element is visible. `checkVisibility` alone also accepts parts of a drawing that are not displayed.
 * @param {Element} element
 * @returns {boolean}
 */
export function isShown(element) {
  return element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
}
