import type { AutomaticPayout } from '@chuma/contract/payouts/automatic-payouts'
import { useT } from '../../i18n/use-t.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { describeDuration } from './describe-duration.ts'

/** How long payouts took lately. */
export function TimesSection({ times }: { times: AutomaticPayout['times'] }) {
  const t = useT()
  return (
    <Section title={t('automatic.times')} text={t('automatic.timesText')}>
      <StatGrid label={t('automatic.times')} isStacked>
        <StatCard label={t('automatic.median')}>{describeDuration(t, times.automaticMedianSeconds)}</StatCard>
        <StatCard label={t('automatic.slow')}>{describeDuration(t, times.automaticSlowSeconds)}</StatCard>
        <StatCard label={t('automatic.staffSlow')}>{describeDuration(t, times.staffSlowSeconds)}</StatCard>
      </StatGrid>
    </Section>
  )
}
