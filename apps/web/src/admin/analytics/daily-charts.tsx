import type { DailyFigures } from '@chuma/contract/admin/analytics'
import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import type { Period } from './analytics-search.ts'
import { DayChart } from './day-chart.tsx'
import { EARNED_KINDS, KIND_COLORS } from './earning-kinds.ts'
import type { FigureColumn } from './figure-columns.ts'
import { FigurePanel } from './figure-panel.tsx'

const count = new Intl.NumberFormat('en-KE')

type Props = { figures: DailyFigures[]; period: Period }

/** The daily figures. */
export function DailyCharts({ figures, period }: Props) {
  return (
    <>
      <CountChart name="signUps" color="leaf.6" {...{ figures, period }} />
      <CountChart name="activeMembers" color="blue.6" {...{ figures, period }} />
      <EarnedChart {...{ figures, period }} />
      <PayoutChart {...{ figures, period }} />
      <OwedChart {...{ figures, period }} />
      <CountChart name="pageViews" color="grape.6" {...{ figures, period }} />
    </>
  )
}

const fileOf = (name: string, { from, to }: Period) => `${name}-${from}-${to}`

function CountChart({
  name,
  color,
  figures,
  period,
}: Props & { name: 'signUps' | 'activeMembers' | 'pageViews'; color: string }) {
  const t = useT()
  const label = t(`analytics.${name}`)
  return (
    <FigurePanel
      title={t(`analytics.${name}Title`)}
      text={t(`analytics.${name}Text`)}
      rowsAre={t('analytics.day')}
      columns={[{ key: name, label, format: count.format }]}
      rows={figures.map((day) => ({ name: day.day, values: { [name]: day[name] } }))}
      fileName={fileOf(name, period)}
    >
      <DayChart
        shape="bars"
        data={figures.map((day) => ({ day: day.day, [name]: day[name] }))}
        series={[{ name, label, color }]}
        format={count.format}
      />
    </FigurePanel>
  )
}

function EarnedChart({ figures, period }: Props) {
  const t = useT()
  const kinds = EARNED_KINDS.filter((kind) => figures.some(({ earned }) => earned[kind]))
  const columns: FigureColumn[] = [
    ...kinds.map((kind) => ({ key: kind, label: t(`activityKind.${kind}`), format: count.format })),
    { key: 'total', label: t('analytics.total'), format: count.format },
  ]
  const rows = figures.map(({ day, earned }) => {
    const total = kinds.reduce((sum, kind) => sum + (earned[kind] ?? 0), 0)
    return { name: day, values: { ...earned, total } }
  })
  return (
    <FigurePanel
      title={t('analytics.earnedTitle')}
      text={t('analytics.earnedText')}
      rowsAre={t('analytics.day')}
      columns={columns}
      rows={rows}
      fileName={fileOf('points-earned', period)}
    >
      <DayChart
        shape="stacked"
        data={figures.map(({ day, earned }) => ({ day, ...earned }))}
        series={kinds.map((kind) => ({
          name: kind,
          label: t(`activityKind.${kind}`),
          color: KIND_COLORS[kind],
        }))}
        format={count.format}
      />
    </FigurePanel>
  )
}

function PayoutChart({ figures, period }: Props) {
  const t = useT()
  const columns = [
    { key: 'paidCount', label: t('analytics.paidCount'), format: count.format },
    { key: 'paidKes', label: t('analytics.paidKes'), format: formatKes },
  ]
  const data = figures.map(({ day, paidCount, paidKes }) => ({ day, paidCount, paidKes }))
  return (
    <FigurePanel
      title={t('analytics.payoutsTitle')}
      text={t('analytics.payoutsText')}
      rowsAre={t('analytics.day')}
      columns={columns}
      rows={data.map(({ day, ...values }) => ({ name: day, values }))}
      fileName={fileOf('payouts', period)}
    >
      {columns.map(({ key, label, format }) => (
        <div key={key}>
          <p className={blocks.quiet}>{label}</p>
          <DayChart
            shape="bars"
            data={data}
            series={[{ name: key, label, color: key === 'paidKes' ? 'leaf.6' : 'gold.5' }]}
            format={format}
          />
        </div>
      ))}
    </FigurePanel>
  )
}

function OwedChart({ figures, period }: Props) {
  const t = useT()
  return (
    <FigurePanel
      title={t('analytics.owedTitle')}
      text={t('analytics.owedText')}
      rowsAre={t('analytics.day')}
      columns={[
        { key: 'owedPoints', label: t('analytics.owedPoints'), format: count.format },
        { key: 'owedKes', label: t('analytics.owedKes'), format: formatKes },
      ]}
      rows={figures.map(({ day, owedPoints, owedKes }) => ({ name: day, values: { owedPoints, owedKes } }))}
      fileName={fileOf('liability', period)}
    >
      <DayChart
        shape="area"
        data={figures.map(({ day, owedKes }) => ({ day, owedKes }))}
        series={[{ name: 'owedKes', label: t('analytics.owedKes'), color: 'gold.6' }]}
        format={formatKes}
      />
    </FigurePanel>
  )
}
