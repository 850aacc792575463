import type { ClusterReason } from '@chuma/contract/payouts/clusters'
import type { Translate } from '../../i18n/i18n.ts'

/** Say one reason of a cluster's score in a sentence. */
export function describeReason(
  t: Translate,
  { code, count, of, minutes = 0, method }: ClusterReason,
): string {
  if (code === 'one-destination')
    return t('clusterReason.one-destination', { count, place: t(`clusterPlace.${method ?? 'any'}`) })
  if (code === 'signed-up-together') return t('clusterReason.signed-up-together', { count, minutes })
  if (code === 'many-accounts') return t('clusterReason.many-accounts', { count })
  return t(`clusterReason.${code}`, { count, of })
}
