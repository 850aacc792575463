import type { Language } from '@chuma/contract/platform'

type Code = { code: string; productName: string; minutes: number }

/**
 * The code is in front, where a notification shows it. No link: people learn from ours which links to trust, and networks hold
 * texts with links back. One segment even with a product name of 40 characters.
 */
const codeTexts: Record<Language, (values: Code) => string> = {
  en: ({ code, productName, minutes }) =>
    `${code} is your ${productName} code to prove this number. It works for ${minutes} minutes. Do not share this code.`,
  sw: ({ code, productName, minutes }) =>
    `${code} ni msimbo wako wa ${productName} wa kuthibitisha nambari hii. Unatumika kwa dakika ${minutes}. Usimpe mtu msimbo huu.`,
}

/** Write the text with a code that proves a number. */
export function writeCodeText({ language, ...values }: Code & { language: Language }): string {
  return codeTexts[language]({ ...values, productName: toGsm(values.productName) })
}

/** The basic set of GSM 03.38, one septet each. A single character outside both sets makes the whole text UCS-2, of 70. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Two septets each. */
const EXTENDED = new Set('^{}\\[~]|€')

export const SEPTETS_OF_A_SEGMENT = 160

/** Count a text's septets; null if it leaves the alphabet. */
export function countSeptets(text: string): number | null {
  let septets = 0
  for (const sign of text) {
    if (BASIC.has(sign)) septets += 1
    else if (EXTENDED.has(sign)) septets += 2
    else return null
  }
  return septets
}

/** Spell a name in the alphabet: letters lose accents that it lacks, and other characters are left out. */
export function toGsm(name: string): string {
  const spelled = [...name].map((sign) =>
    BASIC.has(sign) ? sign : [...sign.normalize('NFKD')].filter((part) => BASIC.has(part)).join(''),
  )
  return spelled.join('').replace(/\s+/g, ' ').trim()
}
