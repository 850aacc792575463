import type { SetUpState } from '@chuma/contract/admin/set-up'
import type { Translate } from '../../i18n/i18n.ts'
import type { Fact } from './facts.tsx'

/** Whether mail leaves, and what happens to sign-up if it does not. */
export function listMailFacts(t: Translate, { mail, isVerificationRequired }: SetUpState): Fact[] {
  if (mail.server !== null) {
    return [{ text: t('setUp.mailServer', { server: mail.server, from: mail.from }), isWell: true }]
  }
  const nobody = isVerificationRequired ? [{ text: t('setUp.nobodyVerified'), isWell: false }] : []
  return [{ text: t('setUp.noMailServer'), isWell: false }, ...nobody]
}
