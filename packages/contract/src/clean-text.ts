/**
 * What people type and paste, cleaned before anything judges it. Chat programs, PDF files and phone books put marks around
 * a value that nobody sees; a refusal beside a value that looks right helps nobody.
 */

/** Direction marks, zero-width characters, soft hyphens, and what annotates text. Never needed to read a text. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g
/** Letters that are drawn as nothing. They would make a name that looks empty. */
const BLANKS = /[\u115f\u1160\u2800\u3164\uffa0]/g
/** Joiners have a meaning within emoji and in scripts that join their letters; elsewhere they only hide. */
const JOINERS =
  /((?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}])?[\u200c\u200d]/gu
/** All but the plain space itself: a text is mostly plain, and each match takes time. */
const LINE_SPACES = /[^\S\n\r\t ]/g
const RUNS_OF_SPACES = /\s{2,}|[^\S ]/g
const LINE_BREAKS = /[\u2028\u2029]/g

const APOSTROPHES = /[\u2018\u2019\u201a\u201b\u02bb\u02bc\u02b9\u2032\u00b4`]/g
const DASHES = /[\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58]/g

function dropInvisible(text: string): string {
  const visible = text.replace(INVISIBLE, '')
  // Hardly any text has joiners, and looking at the letters around them takes longer than all the rest.
  if (!/[\u200c\u200d]/.test(visible)) return visible
  return visible.replace(JOINERS, (found, before?: string) => (before === undefined ? '' : found))
}

/** Clean one typed line, such as a name or a title: no invisible characters, plain spaces, one at a time. */
export function cleanLine(text: string): string {
  return dropInvisible(text.normalize('NFC')).replace(BLANKS, ' ').replace(RUNS_OF_SPACES, ' ').trim()
}

/** Clean several typed lines. Line breaks, tabs and runs of spaces stay as the person wrote them. */
export function cleanText(text: string): string {
  return dropInvisible(text.normalize('NFC')).replace(LINE_BREAKS, '\n').replace(LINE_SPACES, ' ').trim()
}

/**
 * Clean what is compared character by character: a code, a reference, an account number. Full-width letters and digits,
 * look-alike apostrophes and dashes become those of a keyboard; nothing invisible stays.
 */
export function cleanIdentifier(text: string): string {
  const plain = text.replace(APOSTROPHES, "'").normalize('NFKC').replace(DASHES, '-')
  return plain
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(BLANKS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Clean a code that people read in groups: `12 34-56` is 123456. */
export function cleanCode(text: string): string {
  return plainDigits(cleanIdentifier(text)).replace(/[\s-]/g, '')
}

/**
 * Clean a pasted secret, key or token. None of ours, and none that a provider gives out, begins or ends with a space or a
 * character that nobody sees. What is inside stays exact, but for the line breaks of a copied window.
 */
export function cleanSecret(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\r\n\u2028\u2029]+/g, '')
    .trim()
}

/** Clean around the address of a page. What is invisible within it stays, to be refused: it makes one host look like another. */
export function cleanUrl(text: string): string {
  return text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '').replace(/^<(.*)>$/, '$1')
}

/** Clean an e-mail address, also one copied as a link or out of an address book. Written small. */
export function cleanEmail(text: string): string {
  return cleanIdentifier(text)
    .replace(/^mailto:\s*([^?]*)(?:\?.*)?$/i, '$1')
    .replace(/^[^<>@]*<([^<>]*)>$/, '$1')
    .replace(/ ?([@.]) ?/g, '$1')
    .replace(/(?<![,;.])[,;.]+$/, '')
    .toLowerCase()
}

const PHONE_LABEL = /^(?:tel|phone|telephone|mobile|simu|sms|callto|whatsapp)\s*[:.]\s*/i

/**
 * Clean a phone number of everything that people paste around and into one: the digits, and a plus if it has one. A text with
 * other characters comes back with them, to be refused.
 */
export function cleanPhone(text: string): string {
  const plain = plainDigits(cleanIdentifier(text)).replace(PHONE_LABEL, '')
  const isSignFirst = plain.lastIndexOf('+') <= plain.search(/[+\d]/)
  if (!isSignFirst || !/^[+\d\s()./,;:'"-]*$/.test(plain)) return plain
  return plain.replace(/[^\d+]/g, '').replace(/^\+?0{2,3}(?=254)/, '+')
}

/** Write digits of other scripts (`٣`, `३`) as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/** Unicode keeps the ten digits of a script together, in their order. */
function digitValue(digit: string): number {
  let value = 0
  const code = digit.codePointAt(0) ?? 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}
