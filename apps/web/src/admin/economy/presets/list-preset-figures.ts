import type { EconomyOption } from '@chuma/contract/admin/economy/describe-economy-choice'
import { formatKes } from '@chuma/contract/format-money'
import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { Translate } from '../../../i18n/i18n.ts'
import { formatPoints } from '../../../ui/figures/format-points.ts'

type Figure = { name: string; value: string; isLoss: boolean }

const kes = (amount: number) => formatKes(Math.round(amount))

/** List what a choice means, in the order of the cards: what members get, then what it leaves. */
export function listPresetFigures(t: Translate, { record, projection }: EconomyOption): Figure[] {
  const { kesPerPoint } = record
  const { free, premium, average } = projection.member
  const year = projection.years.find(({ growth }) => growth === 'medium')
  const worth = (points: number) =>
    t('preset.pointsWorth', { points: formatPoints(t, points), amount: kes(points * kesPerPoint) })
  const money = (name: string, amount: number) => ({ name, value: kes(amount), isLoss: amount < 0 })
  const words = (name: string, value: string) => ({ name, value, isLoss: false })
  return [
    words(t('preset.pointValue'), kes(kesPerPoint)),
    words(t('preset.dollar'), worth(rewardPoints(1, record.pointsPerUsd))),
    words(t('preset.login'), worth(record.dailyLoginPoints)),
    words(t('preset.minimum'), worth(record.minWithdrawalPoints)),
    money(t('preset.freeCost'), free.costKes),
    money(t('preset.premiumCost'), premium.costKes),
    money(t('preset.margin'), average.marginKes),
    money(t('preset.owedAfterYear'), year?.owedKes ?? 0),
  ]
}
