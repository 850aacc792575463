import { cleanIdentifier, plainDigits } from './clean-text.ts'

type Rules = {
  /** Of the field. A text that names another one is refused. */
  currency?: 'KES' | 'USD'
  /** The most behind the point. Two, if nothing else is said. */
  decimals?: number
}

export type ReadAmount =
  | { amount: number }
  | { problem: 'NOT_AN_AMOUNT' | 'AMOUNT_AMBIGUOUS' | 'TOO_MANY_DECIMALS' | 'OTHER_CURRENCY' }

const MARKS = {
  KES: /^(-?) ?(?:KES|KSHS?|SHS?)\.? ?(?=[-\d.])| ?(?:KES|KSHS?|SHS?|BOB)\.?$|\/[=-]$/gi,
  USD: /^(-?) ?(?:USD? ?\$?|\$) ?(?=[-\d.])| ?(?:USD|\$)$/gi,
}
/** As people group digits in Kenya and India, with a point before the decimals. */
const POINTED =
  /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+|\d+)?(?:\.(\d+))?$/
/** As many other countries do. Only where both signs or two groups leave no second reading. */
const COMMAED = /^(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?: \d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,})$/

/**
 * Read an amount as people type or paste it: `12,500`, `12 500`, `KES 12,500.50`, `500/=`. What can be read in two ways
 * (`1.234`, `1,23`) is never guessed.
 */
export function readAmount(text: string, { currency, decimals = 2 }: Rules = {}): ReadAmount {
  const plain = plainDigits(cleanIdentifier(text)).replaceAll('٫', '.').replaceAll(/[٬،]/g, ',')
  const bare = currency ? plain.replace(MARKS[currency], '$1').replace(MARKS[currency], '$1').trim() : plain
  if (/[$€£]|USD|EUR|GBP|KES|KSH/i.test(bare)) return { problem: 'OTHER_CURRENCY' }
  const sign = /^[+-]/.exec(bare)?.[0]
  const digits = (sign ? bare.slice(1) : bare).trim()
  const amount = readDigits(digits, decimals)
  if (typeof amount === 'string') return { problem: amount }
  return { amount: sign === '-' && amount !== 0 ? -amount : amount }
}

function readDigits(digits: string, decimals: number) {
  if (!/\d/.test(digits) || !/^[\d.,' ]+$/.test(digits)) return 'NOT_AN_AMOUNT'
  if (COMMAED.test(digits)) return toNumber(digits.replaceAll(/[. ]/g, '').replace(',', '.'))
  const match = POINTED.exec(digits)
  // `0,500` is a half in many countries, and no group begins with a zero.
  if (!match || /^0[,' ]/.test(digits)) return /[.,]/.test(digits) ? 'AMOUNT_AMBIGUOUS' : 'NOT_AN_AMOUNT'
  const behind = match[1]?.replace(/0+$/, '').length ?? 0
  // Three digits behind a single point are a thousand in many countries.
  if (match[1]?.length === 3 && decimals < 3 && /^[1-9]\d{0,2}\./.test(digits)) return 'AMOUNT_AMBIGUOUS'
  if (behind > decimals) return 'TOO_MANY_DECIMALS'
  return toNumber(digits.replaceAll(/[,' ]/g, ''))
}

function toNumber(digits: string) {
  const amount = Number(digits)
  return Number.isFinite(amount) && amount <= Number.MAX_SAFE_INTEGER ? amount : 'NOT_AN_AMOUNT'
}
