import type { PayoutDetails } from '@chuma/contract/wallet/wallet'
import { formatDay } from '../../i18n/format-date.ts'
import type { useT } from '../../i18n/use-t.ts'

type Proof = Pick<PayoutDetails, 'provenBy' | 'provenAt'>

/** What proves that a destination is the member's. Says nothing about others who named it. */
export function proofText(t: ReturnType<typeof useT>, { provenBy, provenAt }: Proof): string {
  if (!provenBy || !provenAt) return t('savedDetails.unproven')
  return t(`savedDetails.provenBy.${provenBy}`, { day: formatDay(provenAt) })
}
