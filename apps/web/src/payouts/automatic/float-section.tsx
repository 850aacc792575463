import { formatKes } from '@chuma/contract/format-money'
import type { AutomaticPayout } from '@chuma/contract/payouts/automatic-payouts'
import { useT } from '../../i18n/use-t.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'

/** How long the money in the account lasts at the pace of the last day. */
export function FloatSection({ float }: { float: AutomaticPayout['float'] }) {
  const t = useT()
  const { floatKes, queuedKes, pendingKes, paceKes, hoursLeft } = float
  return (
    <Section title={t('automatic.float')}>
      <StatGrid label={t('automatic.float')} isStacked>
        <StatCard label={t('automatic.left')}>
          {hoursLeft === null
            ? t('automatic.unknown')
            : t('automatic.hours', { hours: Math.floor(hoursLeft) })}
        </StatCard>
        <StatCard label={t('automatic.floatNow')}>
          {floatKes === null ? t('automatic.unknown') : formatKes(Math.floor(floatKes))}
        </StatCard>
        <StatCard label={t('automatic.queued')}>{formatKes(queuedKes)}</StatCard>
        <StatCard label={t('automatic.pending')}>{formatKes(pendingKes)}</StatCard>
        <StatCard label={t('automatic.pace')}>{formatKes(paceKes)}</StatCard>
      </StatGrid>
    </Section>
  )
}
