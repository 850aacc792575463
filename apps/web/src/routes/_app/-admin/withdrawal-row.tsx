import type { AdminWithdrawal } from '@chuma/contract/admin'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../../../i18n/use-t.ts'
import { Amount } from '../../../ui/amount.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { WithdrawalBadge } from '../../../ui/withdrawal-badge.tsx'
import { isPayoutMoving } from './is-payout-moving.ts'
import { maskAccount, maskPhone } from './mask-number.ts'
import { PayDialog } from './pay-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { useDecideWithdrawal } from './use-decide-withdrawal.ts'
import classes from './withdrawal-row.module.css'

type Props = { withdrawal: AdminWithdrawal }

export function WithdrawalRow({ withdrawal }: Props) {
  const t = useT()
  const { status, payoutState, payoutNote, adminComment, receipt } = withdrawal
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fw={600}>{withdrawal.userName}</Text>
        <Text size="sm" c="dimmed">
          {withdrawal.userEmail}
        </Text>
      </div>
      <div className={classes.what}>
        <Amount points={withdrawal.pointsToWithdraw} kes={withdrawal.amountKes} />
        <Text size="sm" c="dimmed">
          {describeTarget(withdrawal, t(`method.${withdrawal.withdrawalMethod}`))}
        </Text>
      </div>
      <div className={classes.state}>
        <WithdrawalBadge status={status} />
        <Text size="sm" c="dimmed">
          <TimeAgo date={withdrawal.requestedAt} />
        </Text>
      </div>
      <Actions withdrawal={withdrawal} />
      {status === 'approved' && payoutState && (
        <Text size="sm" className={classes.note} data-urgent={payoutState === 'needs_review' || undefined}>
          {t(`payout.${payoutState}`)}
          {payoutNote && ` ${t('admin.payoutNote', { text: payoutNote })}`}
        </Text>
      )}
      {(adminComment || receipt) && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {[
            receipt && t('admin.receipt', { receipt }),
            adminComment && t('admin.comment', { text: adminComment }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </li>
  )
}

function Actions({ withdrawal }: Props) {
  const t = useT()
  const [isRejecting, rejecting] = useDisclosure(false)
  const [isPaying, paying] = useDisclosure(false)
  const decide = useDecideWithdrawal()
  const { id, status } = withdrawal
  const isOpen = (status === 'pending' || status === 'approved') && !isPayoutMoving(withdrawal)
  if (!isOpen) return null
  return (
    <div className={classes.actions}>
      {status === 'pending' ? (
        <Button loading={decide.isPending} onClick={() => decide.mutate({ id, status: 'approved' })}>
          {t('admin.approve')}
        </Button>
      ) : (
        <Button onClick={paying.open}>{t('admin.markPaid')}</Button>
      )}
      <Button variant="default" onClick={rejecting.open}>
        {t('admin.reject')}
      </Button>
      <RejectDialog withdrawal={withdrawal} opened={isRejecting} onClose={rejecting.close} />
      <PayDialog withdrawal={withdrawal} opened={isPaying} onClose={paying.close} />
    </div>
  )
}

function describeTarget({ mpesaNumber, bankName, accountNumber }: AdminWithdrawal, method: string): string {
  if (mpesaNumber) return `${method} ${maskPhone(mpesaNumber)}`
  return `${bankName ?? method} ${accountNumber ? maskAccount(accountNumber) : ''}`
}
