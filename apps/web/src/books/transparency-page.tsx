import { Stack, Text } from '@mantine/core'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { nameOpenPlaces } from '../site/open-places.ts'
import { trpc } from '../trpc.ts'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { Page } from '../ui/page/page.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import classes from './figure-cards.module.css'
import { type FigureWords, wordFigures } from './word-figures.ts'

/** The public page: what was paid out, how fast, and what waits. */
export function TransparencyPage() {
  const t = useT()
  return (
    <Page
      title={t('transparency.title')}
      description={t('transparency.description')}
      lead={t('transparency.lead')}
    >
      {import.meta.env.SSR ? <FigureCards words={nameOpenPlaces('figures')} /> : <LoadedFigures />}
    </Page>
  )
}

function LoadedFigures() {
  const t = useT()
  const query = trpc.wallet.getTransparency.useQuery(undefined, { staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
      {(figures) => <FigureCards words={wordFigures(figures, { t, formatTime: formatDateTime })} />}
    </QueryView>
  )
}

const AGES = ['underOneDay', 'oneToThreeDays', 'threeToSevenDays', 'overSevenDays'] as const

function FigureCards({ words }: { words: FigureWords }) {
  const t = useT()
  return (
    <Stack gap="lg">
      <Section title={t('transparency.paid')} text={t('transparency.paidText')}>
        <StatGrid label={t('transparency.paid')} isStacked>
          <StatCard label={t('transparency.paidLately')}>{words.paidLately}</StatCard>
          <StatCard label={t('transparency.membersPaid')}>{words.membersPaid}</StatCard>
          <StatCard label={t('transparency.paidEver')}>{words.paidEver}</StatCard>
        </StatGrid>
      </Section>
      <Section title={t('transparency.times')} text={words.timesText}>
        <StatGrid label={t('transparency.times')} isStacked>
          <StatCard label={t('transparency.median')}>
            <Time words={words} name="median" />
          </StatCard>
          <StatCard label={t('transparency.p95')}>
            <Time words={words} name="p95" />
          </StatCard>
        </StatGrid>
      </Section>
      <Section title={t('transparency.open')} text={t('transparency.openText')}>
        <StatGrid label={t('transparency.open')}>
          {AGES.map((age) => (
            <StatCard key={age} label={t(`transparency.${age}`)}>
              {words[age]}
            </StatCard>
          ))}
        </StatGrid>
      </Section>
      <Text c="dimmed">{words.computed}</Text>
    </Stack>
  )
}

function Time({ words, name }: { words: FigureWords; name: 'median' | 'p95' }) {
  return (
    <span className={classes.time} data-timed={words.isTimed}>
      {words[name]}
    </span>
  )
}
