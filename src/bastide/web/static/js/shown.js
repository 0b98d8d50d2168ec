/**
 * Whether an element can be seen and reached. `checkVisibility` alone says yes to parts of a drawing that are not displayed.
 * @param {Element} element
 * @returns {boolean}
 */
export function isShown(element) {
  return element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
}
