import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import classes from './risk-reasons.module.css'

/** Why a withdrawal was held for review when it was requested. */
export function RiskReasons({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, isInReview, reviewReasons, riskScore } = withdrawal
  if (reviewReasons.length === 0) return null
  const isWaiting = isInReview && status === 'pending'
  return (
    <div className={classes.reasons} data-in-review={isWaiting || undefined}>
      <Text size="sm" fw={600} className={classes.score ?? ''}>
        {isWaiting && `${t('risk.title')} · `}
        {t('risk.score', { score: riskScore })}
      </Text>
      <ul className={classes.list}>
        {reviewReasons.map((reason) => (
          <li key={reason}>{t(`reviewReason.${reason}`)}</li>
        ))}
      </ul>
    </div>
  )
}
