import type { PremiumPayment } from '@chuma/contract/premium/premium'
import { shownLanguage } from '../i18n/choose-language.ts'
import type { Translate } from '../i18n/i18n.ts'

/** M-Pesa's codes of payments that failed, as far as there is something to tell the payer. */
const KNOWN = ['1', '4', '17', '1001', '1019', '1025', '1032', '1037', '2001', '8006', '9999'] as const

/** Why a payment failed, in the reader's language. The server keeps its own words in English. */
export function explainProblem(
  t: Translate,
  { problem, resultCode }: Pick<PremiumPayment, 'problem' | 'resultCode'>,
): string {
  const code = KNOWN.find((known) => known === resultCode)
  if (code) return t(`payPremium.problem.${code}`)
  return (shownLanguage() === 'en' && problem) || t('payPremium.failedText')
}
