import type { ForecastMonth } from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'
import classes from './economy.module.css'
import { MonthChart } from './month-chart.tsx'

const whole = (kes: number) => formatKes(Math.round(kes))

export function ForecastChart({ months }: { months: ForecastMonth[] }) {
  const t = useT()
  const [first, last] = [months.at(0), months.at(-1)]
  const label = t('economy.chartLabel', {
    income: whole(first?.income ?? 0),
    cost: whole(first?.cost ?? 0),
    owed: whole(last?.owed ?? 0),
  })
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <MonthChart
        height={320}
        rows={months.map(({ month, income, cost, owed }) => ({ month, income, cost, owed }))}
        series={[
          { name: 'income', label: t('economy.income') },
          { name: 'cost', label: t('economy.cost') },
          { name: 'owed', label: t('economy.owedAtEnd') },
        ]}
      />
    </div>
  )
}
