import { formatKes } from '@chuma/contract/format-money'
import type { AutomaticPayout } from '@chuma/contract/payouts/automatic-payouts'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AgreementSection } from './agreement-section.tsx'
import { FloatSection } from './float-section.tsx'
import { SwitchSection } from './switch-section.tsx'
import { TimesSection } from './times-section.tsx'

const POLL_MS = 15_000

/** The switch first, then what the rule did, what it says, how far staff agree, and the money. */
export function AutomaticPayoutSections({ mayManage }: { mayManage: boolean }) {
  const query = trpc.admin.getAutomaticPayout.useQuery(undefined, { refetchInterval: POLL_MS })
  return (
    <QueryView query={query} skeleton={<Skeletons count={4} height={180} />}>
      {(automatic) => (
        <div className={blocks.sections}>
          <SwitchSection automatic={automatic} mayManage={mayManage} />
          <TodaySection automatic={automatic} />
          <AgreementSection agreement={automatic.agreement} />
          <FloatSection float={automatic.float} />
          <TimesSection times={automatic.times} />
          <RuleSection automatic={automatic} />
        </div>
      )}
    </QueryView>
  )
}

function TodaySection({ automatic: { mode, today } }: { automatic: AutomaticPayout }) {
  const t = useT()
  return (
    <Section title={t('automatic.today')} text={t('automatic.todayText')}>
      <StatGrid label={t('automatic.today')} isStacked>
        <StatCard label={t(mode === 'shadow' ? 'automatic.wouldPay' : 'automatic.paid')}>
          {today.paidCount} · {formatKes(today.paidKes)}
        </StatCard>
        <StatCard label={t('automatic.samples')}>{today.sampleCount}</StatCard>
        <StatCard label={t('automatic.persons')}>{today.personCount}</StatCard>
      </StatGrid>
      {today.reasons.length === 0 ? (
        <p className={blocks.quiet}>{t('automatic.noReasons')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('automatic.reasons')}>
          {today.reasons.map(({ reason, count }) => (
            <li key={reason}>
              {t(`personReason.${reason}`)}: {count}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function RuleSection({ automatic: { rule, ruleVersion } }: { automatic: AutomaticPayout }) {
  const t = useT()
  const { maxKes, memberDayKes, dayKes, belowRisk, firstPayouts, samplePercent } = rule
  return (
    <Section title={t('automatic.rule')} text={t('automatic.ruleText', { version: ruleVersion })}>
      <StatGrid label={t('automatic.rule')} isStacked>
        <StatCard label={t('automatic.max')}>{formatKes(maxKes)}</StatCard>
        <StatCard label={t('automatic.memberDay')}>{formatKes(memberDayKes)}</StatCard>
        <StatCard label={t('automatic.day')}>{formatKes(dayKes)}</StatCard>
        <StatCard label={t('automatic.belowRisk')}>{belowRisk}</StatCard>
        <StatCard label={t('automatic.first')}>
          {t(firstPayouts ? 'automatic.firstYes' : 'automatic.firstNo')}
        </StatCard>
        <StatCard label={t('automatic.sample')}>{samplePercent}%</StatCard>
      </StatGrid>
      <Link to="/admin/economy" className={blocks.link}>
        {t('automatic.change')}
      </Link>
    </Section>
  )
}
