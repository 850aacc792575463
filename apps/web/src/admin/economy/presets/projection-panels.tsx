import type { EconomyOption } from '@chuma/contract/admin/economy/describe-economy-choice'
import type { EconomyProjection } from '@chuma/contract/admin/economy/project-economy'
import type { MemberMonth } from '@chuma/contract/admin/economy/project-member'
import { formatKes } from '@chuma/contract/format-money'
import { lazy, Suspense } from 'react'
import type { Translate } from '../../../i18n/i18n.ts'
import { useT } from '../../../i18n/use-t.ts'
import blocks from '../../../ui/blocks.module.css'
import { Skeletons } from '../../../ui/states/skeletons.tsx'
import { FigurePanel } from '../../analytics/figure-panel.tsx'
import { ShareBars } from '../../analytics/share-bars.tsx'
import classes from './presets.module.css'

// The chart is larger than the rest of the page together.
const MonthChart = lazy(async () => ({ default: (await import('../month-chart.tsx')).MonthChart }))

const kes = (amount: number) => formatKes(Math.round(amount))

/** The projection of one choice: a member's month by source, and a year at three growth rates. */
export function ProjectionPanels({ option, owedPoints }: { option: EconomyOption; owedPoints: number }) {
  const t = useT()
  const { member, years } = option.projection
  const name = t(`preset.name.${option.choice}`)
  const owedKes = kes(owedPoints * option.record.kesPerPoint)
  return (
    <>
      <MemberPanel name={name} month={member.average} />
      <div className={classes.pair}>
        <YearPanel figure="marginKes" title={t('projection.margin', { name })} years={years}>
          {t('projection.marginText')}
        </YearPanel>
        <YearPanel figure="owedKes" title={t('projection.owed', { name })} years={years}>
          {t('projection.owedText', { amount: owedKes })}
        </YearPanel>
      </div>
    </>
  )
}

function MemberPanel({ name, month }: { name: string; month: MemberMonth }) {
  const t = useT()
  const lines = month.lines.filter(({ incomeKes, costKes }) => incomeKes > 0 || costKes > 0)
  const longest = Math.max(1, ...lines.flatMap(({ incomeKes, costKes }) => [incomeKes, costKes]))
  const bars = (side: 'incomeKes' | 'costKes') =>
    lines
      .filter((line) => line[side] > 0)
      .map((line) => ({
        name: t(`moneySource.${line.source}`),
        value: kes(line[side]),
        share: line[side] / longest,
      }))
  const rows = lines.map(({ source, incomeKes, costKes }) => ({
    name: t(`moneySource.${source}`),
    values: { incomeKes, costKes, marginKes: incomeKes - costKes },
  }))
  const { incomeKes, costKes, marginKes } = month
  return (
    <FigurePanel
      title={t('projection.member', { name })}
      text={t('projection.memberText', {
        income: kes(incomeKes),
        cost: kes(costKes),
        margin: kes(marginKes),
      })}
      rowsAre={t('projection.source')}
      columns={(['incomeKes', 'costKes', 'marginKes'] as const).map((key) => ({
        key,
        label: t(`projection.${key}`),
        format: kes,
      }))}
      rows={[...rows, { name: t('projection.total'), values: { incomeKes, costKes, marginKes } }]}
      fileName="member-month"
    >
      <div className={classes.pair}>
        {(['incomeKes', 'costKes'] as const).map((side) => (
          <div key={side} className={classes.bars}>
            <p className={blocks.quiet}>{t(`projection.${side}`)}</p>
            <ShareBars rows={bars(side)} />
          </div>
        ))}
      </div>
    </FigurePanel>
  )
}

type Years = EconomyProjection['years']
type YearProps = { figure: 'marginKes' | 'owedKes'; title: string; years: Years; children: string }

function YearPanel({ figure, title, years, children }: YearProps) {
  const t = useT()
  const months = years[0]?.months ?? []
  const values = (index: number) =>
    Object.fromEntries(years.map(({ growth, months: of }) => [growth, of[index]?.[figure] ?? 0]))
  return (
    <FigurePanel
      title={title}
      text={children}
      rowsAre={t('economy.month')}
      columns={years.map((year) => ({ key: year.growth, label: growthName(t, year), format: kes }))}
      rows={months.map(({ month }, index) => ({
        name: t('economy.monthNumber', { month }),
        values: values(index),
      }))}
      fileName={figure === 'marginKes' ? 'margin' : 'liability'}
    >
      <Suspense fallback={<Skeletons count={1} height={260} />}>
        <MonthChart
          rows={months.map(({ month }, index) => ({ month, ...values(index) }))}
          series={years.map((year) => ({ name: year.growth, label: growthName(t, year) }))}
        />
      </Suspense>
    </FigurePanel>
  )
}

const growthName = (t: Translate, { percentPerMonth }: Years[number]) =>
  t('projection.growth', { percent: percentPerMonth })
