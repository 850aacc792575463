import type { EconomyWarning } from '@chuma/contract/admin/economy/warn-about-economy'
import { formatKes } from '@chuma/contract/format-money'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/format-points.ts'
import classes from './economy.module.css'

export function WarningList({ label, warnings }: { label: string; warnings: EconomyWarning[] }) {
  const t = useT()
  return (
    <ul className={blocks.list} aria-label={label}>
      {warnings.map((warning) => (
        <li key={JSON.stringify(warning)} className={classes.warning}>
          <IconAlertTriangle aria-hidden size={20} />
          <span>{describeWarning(t, warning)}</span>
        </li>
      ))}
    </ul>
  )
}

const kes = (amount: number) => formatKes(Math.round(amount))

function describeWarning(t: Translate, warning: EconomyWarning): string {
  const points = (count: number) => formatPoints(t, count)
  switch (warning.code) {
    case 'survey-costs-more':
    case 'premium-costs-more':
    case 'referral-costs-more':
      return t(`economyWarning.${warning.code}`, {
        cost: kes(warning.costKes),
        brings: kes(warning.bringsKes),
      })
    case 'reward-costs-more':
      return t('economyWarning.reward-costs-more', {
        reward: t(`dailyReward.${warning.reward}`),
        cost: kes(warning.costKes),
        brings: kes(warning.bringsKes),
      })
    case 'point-values-differ':
      return t('economyWarning.point-values-differ', {
        wallet: kes(warning.walletKes),
        profile: kes(warning.profileKes),
      })
    case 'minimums-differ':
      return t('economyWarning.minimums-differ', {
        page: points(warning.pagePoints),
        dialog: points(warning.dialogPoints),
        wallet: kes(warning.walletKes),
      })
    case 'below-mpesa':
      return t('economyWarning.below-mpesa', {
        minimum: kes(warning.minimumKes),
        mpesa: kes(warning.mpesaMinKes),
      })
    case 'quiz-differs':
      return t('economyWarning.quiz-differs', {
        answers: warning.answersPoints,
        most: points(warning.maxPoints),
      })
  }
}
