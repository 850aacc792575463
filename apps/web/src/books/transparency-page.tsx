import type { Transparency } from '@chuma/contract/books/transparency'
import { formatKes } from '@chuma/contract/format-money'
import { Stack, Text } from '@mantine/core'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { Page } from '../ui/page/page.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { formatWait } from './format-wait.ts'

const AGES = ['underOneDay', 'oneToThreeDays', 'threeToSevenDays', 'overSevenDays'] as const

/** The public page: what was paid out, how fast, and what waits. */
export function TransparencyPage() {
  const t = useT()
  const query = trpc.wallet.getTransparency.useQuery(undefined, { staleTime: 0 })
  return (
    <Page
      title={t('transparency.title')}
      description={t('transparency.description')}
      lead={t('transparency.lead')}
    >
      <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
        {(figures) => <Figures figures={figures} />}
      </QueryView>
    </Page>
  )
}

function Figures({ figures }: { figures: Transparency }) {
  const t = useT()
  return (
    <Stack gap="lg">
      <Section title={t('transparency.paid')} text={t('transparency.paidText')}>
        <StatGrid label={t('transparency.paid')} isStacked>
          <StatCard label={t('transparency.paidLately')}>{formatKes(figures.paidKesLast30Days)}</StatCard>
          <StatCard label={t('transparency.membersPaid')}>
            {figures.membersPaid.toLocaleString('en')}
          </StatCard>
          <StatCard label={t('transparency.paidEver')}>{formatKes(figures.paidKes)}</StatCard>
        </StatGrid>
      </Section>
      <Times figures={figures} />
      <Section title={t('transparency.open')} text={t('transparency.openText')}>
        <StatGrid label={t('transparency.open')}>
          {AGES.map((age) => (
            <StatCard key={age} label={t(`transparency.${age}`)}>
              {figures.openByAge[age].toLocaleString('en')}
            </StatCard>
          ))}
        </StatGrid>
      </Section>
      <Text c="dimmed">{t('transparency.computed', { time: formatDateTime(figures.computedAt) })}</Text>
    </Stack>
  )
}

function Times({ figures: { timedCount, medianSeconds, p95Seconds } }: { figures: Transparency }) {
  const t = useT()
  const say = (seconds: number | null) =>
    seconds === null ? <Text c="dimmed">{t('transparency.notEnough')}</Text> : formatWait(t, seconds)
  const isEnough = medianSeconds !== null
  return (
    <Section
      title={t('transparency.times')}
      text={t(isEnough ? 'transparency.timesText' : 'transparency.timesTooFew', { count: timedCount })}
    >
      <StatGrid label={t('transparency.times')} isStacked>
        <StatCard label={t('transparency.median')}>{say(medianSeconds)}</StatCard>
        <StatCard label={t('transparency.p95')}>{say(p95Seconds)}</StatCard>
      </StatGrid>
    </Section>
  )
}
