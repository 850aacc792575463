import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { DailyTasks } from '@chuma/contract/admin/economy/explain-economy'
import { type ForecastMonth, forecastEconomy } from '@chuma/contract/admin/economy/forecast-economy'
import { formatKes } from '@chuma/contract/format-money'
import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './economy.module.css'

// The chart is larger than the rest of the page together.
const ForecastChart = lazy(async () => ({ default: (await import('./forecast-chart.tsx')).ForecastChart }))

type Props = { record: Economy; tasks: DailyTasks; owedPoints: number }

const MOST_MEMBERS = 100_000_000
const FIELDS = [
  ['freeMembers', 'economy.freeMembers', MOST_MEMBERS],
  ['premiumMembers', 'economy.premiumMembers', MOST_MEMBERS],
  ['freeActivePercent', 'economy.freeActive', 100],
  ['premiumActivePercent', 'economy.premiumActive', 100],
  ['withdrawnPercent', 'economy.withdrawn', 100],
] as const

const START = {
  freeMembers: 1000,
  premiumMembers: 100,
  freeActivePercent: 20,
  premiumActivePercent: 60,
  withdrawnPercent: 50,
}

export function ForecastSection({ record, tasks, owedPoints }: Props) {
  const t = useT()
  const [terms, setTerms] = useState(START)
  const [shown, setShown] = useState('chart')
  const months = forecastEconomy(record, tasks, { ...terms, startingPoints: owedPoints })
  return (
    <Section title={t('economy.forecast')} text={t('economy.forecastText')}>
      <div className={classes.fields}>
        {FIELDS.map(([name, label, max]) => (
          <NumberInput
            key={name}
            label={t(label)}
            thousandSeparator=","
            allowNegative={false}
            allowDecimal={false}
            value={terms[name]}
            onChange={(value) => setTerms({ ...terms, [name]: Math.min(max, Number(value) || 0) })}
          />
        ))}
      </div>
      <SegmentedControl
        aria-label={t('economy.show')}
        className={classes.choice ?? ''}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'chart', label: t('economy.chart') },
          { value: 'table', label: t('economy.table') },
        ]}
      />
      {shown === 'chart' ? (
        <Suspense fallback={<Skeletons count={1} height={320} />}>
          <ForecastChart months={months} />
        </Suspense>
      ) : (
        <ForecastTable months={months} />
      )}
    </Section>
  )
}

const COLUMNS = [
  ['economy.income', 'income'],
  ['economy.cost', 'cost'],
  ['economy.result', 'result'],
  ['economy.paidOut', 'paidOut'],
  ['economy.owedAtEnd', 'owed'],
] as const

function ForecastTable({ months }: { months: ForecastMonth[] }) {
  const t = useT()
  return (
    <section
      className={blocks.scroll}
      aria-label={t('economy.table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('economy.month')}</th>
            {COLUMNS.map(([label, name]) => (
              <th key={name} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{month.month}</th>
              {COLUMNS.map(([, name]) => (
                <td key={name}>{formatKes(Math.round(month[name]))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
