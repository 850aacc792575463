import type { AdminWithdrawal } from '@chuma/contract/admin'
import { Text } from '@mantine/core'
import { useT } from '../../../i18n/use-t.ts'
import classes from './risk-reasons.module.css'

/** What speaks for looking at a withdrawal before it is approved. Nothing once it was decided. */
export function RiskReasons({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, isInReview, reviewReasons, riskScore } = withdrawal
  if (status !== 'pending' || reviewReasons.length === 0) return null
  return (
    <div className={classes.reasons} data-in-review={isInReview || undefined}>
      <Text size="sm" fw={600} className={classes.score ?? ''}>
        {isInReview && `${t('risk.title')} · `}
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
