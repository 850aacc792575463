import { formatKes } from '@chuma/contract/format-money'
import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import type { Translate } from '../../i18n/i18n.ts'
import { inEastAfricaTime } from './in-east-africa-time.ts'

type Rates = Pick<WalletTerms, 'kesPerPoint' | 'minWithdrawalPoints'>

/** What the contact page says of the operator's settings. */
export type ContactWords = RateWords & HourWords
export type RateWords = { value: string; minimum: string }
export type HourWords = { hours: readonly string[]; localHours: readonly string[] }

/** The numbers come from the wallet's terms, so that no answer promises something else. */
export function wordRates(rates: Rates | null, t: Translate): RateWords {
  if (rates === null) return { value: t('state.failedText'), minimum: t('state.failedText') }
  const { kesPerPoint, minWithdrawalPoints: points } = rates
  return {
    value: t('faq.value.text', { kesPerPoint: formatKes(kesPerPoint) }),
    minimum: t('faq.withdraw.text', { points, kes: formatKes(points * kesPerPoint) }),
  }
}

export function wordHours(hours: readonly string[], t: Translate): HourWords {
  const local = hours.map(inEastAfricaTime).filter((line) => line !== null)
  return {
    hours,
    localHours: local.map(({ text, isNextDay }) =>
      isNextDay ? t('contact.nextDay', { hours: text }) : text,
    ),
  }
}
