/** The windows of a phone, as the style sheets have them. */
export const PHONE = "(max-width: 699px), (max-width: 899px) and (orientation: portrait), (max-height: 499px) and (orientation: landscape)";

/**
 * Whether an element is visible. `checkVisibility` alone also accepts parts of a drawing that are not displayed.
 * @param {Element} element
 * @returns {boolean}
 */
export function isShown(element) {
  return element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
}
