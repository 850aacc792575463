import { Stack, Text } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from './figure-cards.module.css'
import type { FigureWords } from './word-figures.ts'

const AGES = ['underOneDay', 'oneToThreeDays', 'threeToSevenDays', 'overSevenDays'] as const

export function FigureCards({ words }: { words: FigureWords }) {
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
