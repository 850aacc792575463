/**
 * Hide long numbers: staff may have typed a phone or account number into a reason. Amounts have commas and stay
 * readable.
 */
export function hideNumbers(text: string): string {
  return text.replaceAll(/\+?\d(?:[ -]?\d){5,}/g, '•••')
}
