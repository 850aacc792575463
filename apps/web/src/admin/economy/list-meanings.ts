import type { Economy } from '@chuma/contract/admin/economy/economy'
import { type DailyTasks, explainEconomy } from '@chuma/contract/admin/economy/explain-economy'
import { formatKes } from '@chuma/contract/format-money'
import type { Translate } from '../../i18n/i18n.ts'

const whole = (kes: number) => formatKes(Math.round(kes))
const points = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })

/** List what a record means in money, each figure with its name, in the order of the page. */
export function listMeanings(
  t: Translate,
  record: Economy,
  { tasks, owedPoints }: { tasks: DailyTasks; owedPoints: number },
): { name: string; value: string; isLoss: boolean }[] {
  const meaning = explainEconomy(record, tasks)
  const { usdBringsKes, usdMarginKes, premiumMarginKes, spinPoints } = meaning
  const spin = { points: points.format(spinPoints), amount: whole(spinPoints * record.kesPerPoint) }
  const figure = (name: string, kes: number) => ({ name, value: whole(kes), isLoss: kes < 0 })
  return [
    figure(t('economy.usdCost'), meaning.usdCostKes),
    figure(t('economy.usdMargin', { brings: whole(usdBringsKes) }), usdMarginKes),
    figure(t('economy.premiumDay'), meaning.premiumDayKes),
    figure(t('economy.premiumMonth'), meaning.premiumMonthKes),
    figure(t('economy.premiumMargin', { fee: whole(record.premiumKesPerMonth) }), premiumMarginKes),
    figure(t('economy.freeMonth'), meaning.freeMonthKes),
    { name: t('economy.spin'), value: t('economy.spinPoints', spin), isLoss: false },
    figure(t('economy.owed'), owedPoints * record.kesPerPoint),
  ]
}
