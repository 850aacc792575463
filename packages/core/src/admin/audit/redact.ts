const LONGEST = 300
const HIDDEN = '…'
const OUR_IDS = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/

/** Make a text safe to show in one line: no addresses, links, phone numbers or possible secrets. Our ids stay. */
export function redact(text: string): string {
  return text
    .replace(/\b[a-z]+:\/\/\S+|\/hooks\/\S+|\S{0,64}@\S*/gi, HIDDEN)
    .split(OUR_IDS)
    .map((part) => (OUR_IDS.test(part) ? part : hideSecrets(part)))
    .join('')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
}

const hideSecrets = (text: string) =>
  text.replace(/[\w+/=.-]{20,}/g, HIDDEN).replace(/\+?\d[\d ()-]{7,}\d/g, HIDDEN)

/** Mask an address so that only someone who knows it recognises it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? HIDDEN : `${email.slice(0, 1)}${HIDDEN}${email.slice(at)}`
}
