import { formatKes } from '@chuma/contract/format-money'
import type { AutomaticPayout } from '@chuma/contract/payouts/automatic-payouts'
import { Title } from '@mantine/core'
import { actorName } from '../../admin/actor-name.ts'
import list from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { describeDuration } from './describe-duration.ts'

type Agreement = AutomaticPayout['agreement']

/** The rule beside what staff decided, and where they differ. */
export function AgreementSection({ agreement }: { agreement: Agreement }) {
  const t = useT()
  return (
    <Section title={t('automatic.agreement')} text={t('automatic.agreementText')}>
      {agreement.decidedCount === 0 ? (
        <p className={blocks.quiet}>{t('automatic.none')}</p>
      ) : (
        <>
          <Figures agreement={agreement} />
          <Title order={3} size="h4">
            {t('automatic.disagreements')}
          </Title>
          {agreement.disagreements.length === 0 ? (
            <p className={blocks.good}>{t('automatic.noDisagreements')}</p>
          ) : (
            <ul className={blocks.list} aria-label={t('automatic.disagreements')}>
              {agreement.disagreements.map((each) => (
                <Disagreement key={each.withdrawalId} disagreement={each} />
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  )
}

function Figures({ agreement }: { agreement: Agreement }) {
  const t = useT()
  const { bothPayCount, wouldPayRejectedCount, personApprovedCount, personRejectedCount } = agreement
  const wouldPay = bothPayCount + wouldPayRejectedCount
  const { staffMedianSeconds } = agreement
  return (
    <StatGrid label={t('automatic.agreement')} isStacked>
      <StatCard label={t('automatic.rate')}>
        {wouldPay === 0 ? '–' : `${Math.floor((bothPayCount / wouldPay) * 100)}%`}
      </StatCard>
      <StatCard label={t('automatic.agreed')}>{bothPayCount}</StatCard>
      <StatCard label={t('automatic.rejected')}>{wouldPayRejectedCount}</StatCard>
      <StatCard label={t('automatic.careful')}>{personApprovedCount}</StatCard>
      <StatCard label={t('automatic.caught')}>{personRejectedCount}</StatCard>
      <StatCard label={t('automatic.took')}>{describeDuration(t, staffMedianSeconds)}</StatCard>
    </StatGrid>
  )
}

function Disagreement({ disagreement }: { disagreement: Agreement['disagreements'][number] }) {
  const t = useT()
  const { amountKes, outcome, reasons, staffActor, staffDecidedAt } = disagreement
  const words = outcome === 'person' ? 'automatic.leftApproved' : 'automatic.wouldPayRejected'
  return (
    <li className={list.row}>
      <p className={outcome === 'person' ? blocks.flush : blocks.bad}>
        {t(words, {
          kes: formatKes(amountKes),
          name: actorName(t, staffActor),
          when: formatDateTime(staffDecidedAt),
        })}
      </p>
      {reasons.length > 0 && (
        <p className={blocks.quiet}>{reasons.map((reason) => t(`personReason.${reason}`)).join(' · ')}</p>
      )}
    </li>
  )
}
