import { ALL_RAILS, type PayoutQueue } from '@chuma/contract/payouts/payout-queue'
import type { Translate } from '../../i18n/i18n.ts'

/** Name a provider by what it pays. A simulator is named as the one it stands in for. */
export function nameRail(t: Translate, provider: PayoutQueue['provider']): string {
  switch (provider) {
    case ALL_RAILS:
      return t('rail.all')
    case 'daraja':
    case 'simulator':
      return t('rail.daraja')
    case 'airtel':
    case 'airtel-simulator':
      return t('rail.airtel')
    case 'airtime':
    case 'airtime-simulator':
      return t('rail.airtime')
    default:
      return provider ?? ''
  }
}
