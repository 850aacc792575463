/** Staff may have written a telephone number or an account into a reason; amounts have commas and stay readable. */
export function hideNumbers(text: string): string {
  return text.replaceAll(/\+?\d(?:[ -]?\d){5,}/g, '•••')
}
