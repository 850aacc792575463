import { formatKes } from '@chuma/contract/format-money'
import { findNextStep, type NextStep } from '@chuma/contract/payouts/next-step'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronRight, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatShortDay } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { useNow } from '../../ui/figures/time-ago.tsx'
import { isFinal, knownStatus, useWithdrawals } from '../movements.tsx'
import classes from './payout-tracker.module.css'

/** The newest withdrawal, and every other that is under way. */
export function WithdrawalTrackers() {
  const t = useT()
  const { data: withdrawals = [] } = useWithdrawals()
  const shown = withdrawals.filter(({ status }, index) => index === 0 || !isFinal(status))
  if (shown.length === 0) return null
  return (
    <ul className={classes.trackers} aria-label={t('word.yourWithdrawals')}>
      {shown.map((withdrawal, index) => (
        <li key={withdrawal.id}>
          <WithdrawalTracker withdrawal={withdrawal} isShort={index > 0} />
        </li>
      ))}
    </ul>
  )
}

/** `isShort`: in one line, without the steps. */
function WithdrawalTracker({ withdrawal, isShort }: { withdrawal: Withdrawal; isShort: boolean }) {
  const t = useT()
  const news = useNews(withdrawal)
  return (
    <Link
      to="/withdraw"
      className={classes.tracker}
      data-status={knownStatus(withdrawal.status)}
      data-late={news.isLate || undefined}
    >
      <span className={classes.words}>
        {formatPoints(t, withdrawal.pointsToWithdraw)} · {formatKes(withdrawal.amountKes)}{' '}
        <span className={classes.state}>{news.text}</span>
      </span>
      <IconChevronRight aria-hidden className={classes.go} size={20} />
      {!isShort && <PayoutSteps withdrawal={withdrawal} />}
    </Link>
  )
}

/** The status and what happens next, with one date at most. */
function useNews(withdrawal: Withdrawal) {
  const t = useT()
  const { extraHolidays } = trpc.wallet.getTerms.useQuery().data ?? {}
  const step = findNextStep(withdrawal, useNow(), extraHolidays)
  const next = step.kind === 'nothing' ? describeEnd(t, withdrawal) : describeNext(t, withdrawal, step)
  return {
    text: `${t(`withdrawal.${knownStatus(withdrawal.status)}`)} · ${next}`,
    isLate: step.kind !== 'nothing' && step.isOverdue,
  }
}

function describeEnd(t: Translate, { status, payoutState, paidAt }: Withdrawal): string {
  if (payoutState === 'returned') return t('withdrawalLine.returned')
  if (payoutState === 'cancelled') return t('withdrawalLine.cancelled')
  if (status !== 'paid') return t('withdrawalLine.rejected')
  return paidAt ? formatShortDay(paidAt) : t('withdrawal.text.paid')
}

function describeNext(t: Translate, { holds }: Withdrawal, step: Exclude<NextStep, { kind: 'nothing' }>) {
  const day = formatShortDay(step.by)
  if (step.isOverdue) return t('withdrawalLine.late', { day })
  if (holds.length === 0)
    return t(step.kind === 'decision' ? 'withdrawalLine.review' : 'withdrawalLine.approved', { day })
  const ends = holds.flatMap(({ until }) => until ?? [])
  const last = ends.sort().at(-1)
  // Of some holds nobody knows the end.
  if (!last || ends.length < holds.length) return t('withdrawalLine.held')
  return t('withdrawalLine.heldUntil', { day: formatShortDay(last) })
}

const STEPS = ['requested', 'checked', 'sent', 'received'] as const

/** How far a withdrawal has come: the steps done, and whether it ended before the last. */
export function findProgress({ status, payoutState }: Pick<Withdrawal, 'status' | 'payoutState'>) {
  if (payoutState === 'returned') return { done: 3, isStopped: true }
  if (status === 'rejected') return { done: 1, isStopped: true }
  if (status === 'paid') return { done: 4, isStopped: false }
  if (status !== 'approved') return { done: 1, isStopped: false }
  return { done: payoutState === 'sent' ? 3 : 2, isStopped: false }
}

/** Requested, checked, sent, received: where a withdrawal stands. */
export function PayoutSteps({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const { done, isStopped } = findProgress(withdrawal)
  return (
    // Inside a link, so no list: a screen reader reads the link's text in one piece.
    <span className={classes.steps}>
      {STEPS.map((step, index) => {
        const state = index < done ? 'done' : index > done ? 'later' : isStopped ? 'stopped' : 'now'
        return (
          <span key={step} className={classes.step} data-state={state}>
            <span className={classes.dot} aria-hidden>
              {state === 'done' && <IconCheck size={14} stroke={3} />}
              {state === 'stopped' && <IconX size={14} stroke={3} />}
            </span>
            {t(`payoutStep.${step}`)}
            <VisuallyHidden>: {t(`payoutStep.is.${state}`)}.</VisuallyHidden>
          </span>
        )
      })}
    </span>
  )
}
