import { formatKes, formatUsd } from '@chuma/contract/format-money'
import type { ExpectedPayout } from '@chuma/contract/payouts/automatic-payouts'
import { findNextStep, listOtherReasons, type NextStep } from '@chuma/contract/payouts/next-step'
import type { Hold } from '@chuma/contract/wallet/holds'
import type { PayoutState, Withdrawal } from '@chuma/contract/wallet/wallet'
import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { Amount } from '../../ui/figures/amount.tsx'
import { describeAge, useNow } from '../../ui/figures/time-ago.tsx'
import { payoutDestination } from '../destinations/prove-number.tsx'
import { isFinal, knownStatus, useRefreshWallet, WithdrawalIcon } from '../movements.tsx'
import { PayoutSteps } from './payout-tracker.tsx'
import classes from './withdrawal-item.module.css'

type Props = {
  withdrawal: Withdrawal
  isNewest: boolean
  /** When it can be expected, and what it waits for; null while the server does not know. */
  expected: ExpectedPayout | null
}

/** A withdrawal in one line, which opens what happened to it and its receipt. What a member follows is open at first. */
export function WithdrawalItem({ withdrawal, isNewest, expected }: Props) {
  const t = useT()
  const { pointsToWithdraw, amountKes, adminComment, requestedAt } = withdrawal
  const status = knownStatus(withdrawal.status)
  // It stays open when it ends while the member is looking.
  const [isOpen, setOpen] = useState(isNewest || !isFinal(status))
  return (
    <li className={classes.item}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.line}>
          <WithdrawalIcon status={status} size={28} />
          <span className={classes.what}>
            <h3 className={classes.title} aria-live="polite">
              {t(`withdrawal.${status}`)}
            </h3>
            <time dateTime={requestedAt} className={classes.day}>
              {formatDay(requestedAt)}
            </time>
          </span>
          <span className={classes.amount}>
            <Amount points={pointsToWithdraw} kes={amountKes} />
          </span>
          <IconChevronDown aria-hidden size={20} className={classes.chevron} />
        </summary>
        <div className={classes.more}>
          <PayoutSteps withdrawal={withdrawal} />
          <WithdrawalText withdrawal={withdrawal} expected={expected} />
          <HoldList withdrawal={withdrawal} />
          <ReviewReasons withdrawal={withdrawal} />
          {adminComment && withdrawal.payoutState !== 'cancelled' && (
            <p className={classes.comment}>
              <strong>{t('history.adminMessage')}:</strong> {adminComment}
            </p>
          )}
          <dl className={classes.facts}>
            <Fact name={t('history.requested')}>
              <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>
            </Fact>
            <WithdrawalFacts withdrawal={withdrawal} />
          </dl>
          <CancelWithdrawal withdrawal={withdrawal} />
        </div>
      </details>
    </li>
  )
}

/** While it is undecided: why it is under review, apart from what its holds say. */
function ReviewReasons({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const reviewReasons = listOtherReasons(withdrawal)
  if (withdrawal.status !== 'pending' || reviewReasons.length === 0) return null
  return (
    <p className={classes.comment}>
      <strong>{t('history.review')}:</strong>{' '}
      {reviewReasons.map((reason) => t(`reviewReason.${reason}`)).join(' · ')}
    </p>
  )
}

/** What a withdrawal's status means and what happens next, in plain words, with one promise of time. */
function WithdrawalText({ withdrawal, expected }: Pick<Props, 'withdrawal' | 'expected'>) {
  const t = useT()
  const status = knownStatus(withdrawal.status)
  const { payoutState } = withdrawal
  const isTold = (status === 'approved' && payoutState !== 'cancelled') || payoutState === 'returned'
  const news = isTold ? payoutState : null
  return (
    <div aria-live="polite">
      {payoutState !== 'returned' && (
        <p className={classes.text}>
          {t(`withdrawal.text.${payoutState === 'cancelled' ? 'cancelled' : status}`)}
        </p>
      )}
      {news && <p className={classes.text}>{t(payoutNews(withdrawal, news))}</p>}
      {expected?.reason && <p className={classes.text}>{t(`expectedReason.${expected.reason}`)}</p>}
      <TimeText withdrawal={withdrawal} expected={expected} />
    </div>
  )
}

/** The reason for the wait, if known, is more useful than the wait itself. */
function payoutNews({ waitReason, holds }: Withdrawal, state: Exclude<PayoutState, 'cancelled'>) {
  if (state === 'manual' && holds.length > 0) return 'waitReason.held'
  return state === 'queued' && waitReason
    ? (`waitReason.${waitReason}` as const)
    : (`payoutNews.${state}` as const)
}

/** Why a withdrawal is on hold: each reason, how long it can take, and what ends it sooner. */
function HoldList({ withdrawal: { status, holds } }: { withdrawal: Withdrawal }) {
  const t = useT()
  if ((status !== 'pending' && status !== 'approved') || holds.length === 0) return null
  return (
    <div className={classes.holds}>
      <p className={classes.holdTitle}>{t('holds.title')}</p>
      <ul className={classes.holdItems}>
        {holds.map((hold) => (
          <HoldItem key={`${hold.reason} ${hold.since}`} hold={hold} />
        ))}
      </ul>
    </div>
  )
}

function HoldItem({ hold: { reason, until } }: { hold: Hold }) {
  const t = useT()
  const now = useNow()
  const left = until === null ? '' : describeAge((Date.parse(until) - now.getTime()) / 1000)
  return (
    <li>
      {t(`holdReason.${reason}`)}{' '}
      {until === null ? (
        t('holds.open')
      ) : (
        <time dateTime={until}>{t('holds.until', { when: formatDateTime(until), left })}</time>
      )}{' '}
      <span className={classes.ends}>
        {/* Staff's decision about a group takes as long as it takes; a phone only has to be looked at. */}
        {t(reason === 'cluster' && until !== null ? 'holdEnds.phone' : `holdEnds.${reason}`)}
      </span>
    </li>
  )
}

/** The destination, the tax withheld, and the receipt. */
function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const { status, withdrawalMethod, receipt, taxPercent, taxKes, payoutKes, amountUsd, paidAt } = withdrawal
  // Nothing is withheld from, or sent for, a rejected withdrawal.
  const isSent = status !== 'rejected'
  return (
    <>
      <Fact name={t('history.to')}>
        {t(`withdrawMethod.${withdrawalMethod}`)}, {payoutDestination(withdrawal)}
      </Fact>
      {isSent && taxPercent > 0 && (
        <Fact name={t('history.tax', { percent: taxPercent })}>{formatKes(taxKes)}</Fact>
      )}
      {isSent && (taxPercent > 0 || amountUsd !== null) && (
        <Fact name={t('history.sent')}>
          {amountUsd === null ? formatKes(payoutKes) : `${formatKes(payoutKes)} (${formatUsd(amountUsd)})`}
        </Fact>
      )}
      {paidAt && (
        <Fact name={t('history.paid')}>
          <time dateTime={paidAt}>{formatDateTime(paidAt)}</time>
        </Fact>
      )}
      {receipt && <Fact name={t('word.receipt')}>{receipt}</Fact>}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Coming = Exclude<NextStep, { kind: 'nothing' }>

/** When something happens next: what is measured, or else what is promised; once overdue, what to do. */
function TimeText({ withdrawal, expected }: Pick<Props, 'withdrawal' | 'expected'>) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  const step = findNextStep(withdrawal, useNow(), terms?.extraHolidays)
  if (step.kind === 'nothing') return null
  if (step.isOverdue) return <LateText step={step} />
  const text = expected?.expectedBy
    ? t(`expected.${expected.by}`, { when: formatDateTime(expected.expectedBy) })
    : describePromise(t, step)
  return text && <p className={classes.text}>{text}</p>
}

function describePromise(t: Translate, step: Coming): string | null {
  if (step.kind === 'decision')
    return t(step.isByItself ? 'nextStep.byItself' : 'nextStep.decision', { day: formatDay(step.by) })
  if (step.kind === 'wait' && step.until) {
    const when = formatDateTime(step.until)
    return t(step.reason === 'held' ? 'nextStep.heldUntil' : 'nextStep.until', { when })
  }
  if (step.kind === 'wait' && step.reason === 'held') return t('nextStep.held')
  // The message of an approved withdrawal names the time (SPEC §2).
  return null
}

function LateText({ step }: { step: Coming }) {
  const t = useT()
  return (
    <p className={classes.late}>
      {step.kind === 'decision'
        ? t('nextStep.decisionLate', { day: formatDay(step.by) })
        : t('nextStep.paymentLate', { when: formatDateTime(step.by) })}{' '}
      <Link to="/contact" className={classes.link}>
        {t('nextStep.write')}
      </Link>{' '}
      {t('nextStep.writeText')}
    </p>
  )
}

/** Takes a request back that nobody has decided yet. */
function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const utils = trpc.useUtils()
  const refreshWallet = useRefreshWallet()
  const cancel = useAction(trpc.wallet.cancelWithdrawal, {
    done: t('cancelWithdrawal.done'),
    failure: { title: t('cancelWithdrawal.failed'), offline: t('state.failedText') },
    // Also after a refusal: staff decided first, so the list is out of date.
    onEnd: () => {
      setIsAsking(false)
      refreshWallet()
      return utils.wallet.listWithdrawals.invalidate()
    },
  })
  if (withdrawal.status !== 'pending') return null
  return (
    <div>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('cancelWithdrawal.action')}
      </Button>
      <ConfirmDialog
        title={t('cancelWithdrawal.title')}
        text={t('cancelWithdrawal.text', { points: withdrawal.pointsToWithdraw })}
        action={t('cancelWithdrawal.action')}
        dismissal={t('cancelWithdrawal.keep')}
        opened={isAsking}
        isPending={cancel.isPending}
        onConfirm={() => cancel.run({ id: withdrawal.id })}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}
