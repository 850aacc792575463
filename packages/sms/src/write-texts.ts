import type { Language } from '@chuma/contract/languages'
import { toGsm } from './gsm-alphabet.ts'

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
