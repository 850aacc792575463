import { useT } from '../../i18n/use-t.ts'
import { WithdrawalList } from '../../payouts/withdrawal-list.tsx'

/** All of his, oldest first, with what can be decided about them, and the risk that each had when it was asked for. */
export function MemberWithdrawals({ memberId }: { memberId: string }) {
  const t = useT()
  return <WithdrawalList status={undefined} memberId={memberId} title={t('member.view.withdrawals')} />
}
