import { formatKes } from '@chuma/contract/format-money'
import { PAID_TASK_KINDS, TASK_RULES } from '@chuma/contract/tasks/task-kinds'
import type { Activity, Withdrawal, WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { IconCircleCheckFilled, IconCircleXFilled, IconClockHour4 } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { JUST_NOW_MS, trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Amount, formatPoints, type Look } from '../ui/figures/amount.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import classes from './movements.module.css'

/** Describe points as `25 points (KES 25,000)`, for a toast or a label. Without today's rate, the points alone. */
export function useDescribePoints(): (points: number, look?: Look) => string {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  return (points, look) => {
    const text = formatPoints(t, points, look)
    return terms ? `${text} (${formatKes(points * terms.kesPerPoint)})` : text
  }
}

type Labelled = { 'aria-label': string } | { 'aria-labelledby': string }

/** How many of the newest postings the wallet shows and the device keeps. */
export const SHOWN_MOVEMENTS = 10

/** A list of postings. */
export function MovementList({ children, ...label }: Labelled & { children: ReactNode }) {
  return (
    <ul className={blocks.list} {...label}>
      {children}
    </ul>
  )
}

type Props = {
  description: string
  /** When it happened. */
  time: ReactNode
  /** Details, under the time. */
  details?: ReactNode
  /** The points and their value. */
  children?: ReactNode
}

/** The change on one side, its amount on the other. */
export function MovementRow({ description, time, details, children }: Props) {
  useT()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.description}>{describeMovement(description)}</p>
        <Quiet>{time}</Quiet>
        {details}
      </div>
      {children && <div className={classes.numbers}>{children}</div>}
    </li>
  )
}

export function Quiet({ children }: { children: ReactNode }) {
  return <p className={blocks.quiet}>{children}</p>
}

type Change = {
  points: number
  heldPoints: number
  isVoid?: boolean
  /** The rate to count with where today's cannot be loaded. */
  kesPerPoint?: number | undefined
}

/**
 * A payout uses points that left the balance when they were held. It has no minus, or the member would seem to be
 * charged twice.
 */
export function MovedPoints({ points, heldPoints, isVoid = false, kesPerPoint }: Change) {
  const t = useT()
  const isFromHeld = points === 0
  const shown = { points: isFromHeld ? Math.abs(heldPoints) : points, signed: !isFromHeld }
  return (
    <p className={classes.change} data-void={isVoid || undefined} data-sent={isFromHeld || undefined}>
      {kesPerPoint === undefined ? (
        <PointsAmount {...shown} />
      ) : (
        <Amount {...shown} kes={shown.points * kesPerPoint} />
      )}
      {isFromHeld && ' '}
      {isFromHeld && <span className={blocks.quiet}>{t('transactions.fromHeld')}</span>}
    </p>
  )
}

const TITLED = {
  Survey: 'movement.survey',
  'Screened out': 'movement.screenOut',
  Offer: 'movement.offer',
  'Claim granted': 'movement.claim',
  'Taken back by our partner': 'movement.reversal',
} as const

const PLAIN = {
  'Daily login': 'movement.login',
  'Profile questions': 'movement.profile',
  'Spin wheel': 'movement.spin',
  'Invited friend': 'movement.referral',
  'Corrected by our staff': 'movement.correction',
  'Debt written off': 'movement.writtenOff',
} as const

const isKey = <Key extends string>(key: string, of: Record<Key, unknown>): key is Key =>
  Object.hasOwn(of, key)

/**
 * Translate a posting's description. The ledger stores English texts from the time of the posting. Texts that are still
 * written today are translated; all others, and the titles in them, stay unchanged.
 */
export function describeMovement(written: string): string {
  if (isKey(written, PLAIN)) return t(PLAIN[written])
  const { 0: quiz, 1: correct = '', 2: total = '' } = /^Quiz: (\d+) of (\d+) right$/.exec(written) ?? []
  if (quiz) return t('movement.quiz', { correct, total })
  const days = /^Daily login, day (\d+) in a row$/.exec(written)?.[1]
  if (days) return t('movement.loginInARow', { days })
  return describeWithdrawal(written) ?? describeReturn(written) ?? describeTitled(written) ?? written
}

function describeWithdrawal(written: string): string | undefined {
  const { 1: kes, 2: end = '' } = /^Withdrawal of (KES [\d,]+) (.+)$/.exec(written) ?? []
  if (!kes) return undefined
  if (end === 'requested') return t('movement.requested', { kes })
  if (end === 'rejected, points restored') return t('movement.rejected', { kes })
  if (end === 'cancelled, points restored') return t('movement.cancelled', { kes })
  if (end === 'paid') return t('movement.paid', { kes })
  if (end === 'was paid after all, restored points taken again') return t('movement.late', { kes })
  const { 1: tax, 2: sent } = /^paid: (KES [\d,]+) tax withheld, (KES [\d,]+) sent$/.exec(end) ?? []
  return tax && sent ? t('movement.paidTaxed', { kes, tax, sent }) : undefined
}

function describeReturn(written: string): string | undefined {
  const returned = /^Payment of (KES [\d,]+) came back, points restored$/.exec(written)?.[1]
  if (returned) return t('movement.returned', { kes: returned })
  const twice = /^(KES [\d,]+) arrived twice, points of the second payment taken$/.exec(written)?.[1]
  return twice && t('movement.twice', { kes: twice })
}

function describeTitled(written: string): string | undefined {
  const { 1: kind = '', 2: title = '' } = /^([^:]+): ([\s\S]+)$/.exec(written) ?? []
  if (isKey(kind, TITLED)) return t(TITLED[kind], { title })
  const task = PAID_TASK_KINDS.find((each) => TASK_RULES[each].name === kind)
  return task && t(`movement.${task}`, { title })
}

type PointsAmountProps = { points: number; size?: 'sm' | 'md' | 'lg'; signed?: boolean }

/** A typical rate, to reserve the width of the shillings until the real one loads. */
const USUAL_KES = 1000

/** Points with their value at today's rate. */
export function PointsAmount({ points, ...look }: PointsAmountProps) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery()
  if (terms.data) return <Amount points={points} kes={points * terms.data.kesPerPoint} {...look} />
  // Without the rate the points are still correct.
  if (terms.isError) return <strong>{formatPoints(t, points)}</strong>
  return <Amount points={points} kes={points * USUAL_KES} isArriving {...look} />
}

/** Paid or rejected: nothing else happens to it. */
export function isFinal(status: Withdrawal['status']): boolean {
  return status === 'paid' || status === 'rejected'
}

const POLL_MS = 30_000

/** The member's withdrawals, newest first. Updates are pushed (`useWalletNews`); without a stream, it polls. */
export function useWithdrawals() {
  const query = trpc.wallet.listWithdrawals.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_MS,
  })
  // A paid or rejected withdrawal has changed the member's points.
  useRefreshPointsOnNews(query.data?.map(({ id, status }) => `${id} ${status}`).join())
  return query
}

/** Refetch the points when `state` changes; it is undefined until known. */
export function useRefreshPointsOnNews(state: string | undefined): void {
  const refreshPoints = useRefreshPoints()
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && known.current !== state) refreshPoints()
    known.current = state
  })
}

/** Refetch the member's points. Call this after anything that may have changed them. */
export function useRefreshPoints() {
  const utils = trpc.useUtils()
  const refreshWallet = useRefreshWallet()
  return () => {
    refreshWallet()
    void utils.auth.getUser.invalidate()
  }
}

/** Refetch the member's points, but not the member, who is refetched only every five minutes (SPEC §9). */
export function useRefreshWallet() {
  const utils = trpc.useUtils()
  return () => {
    void utils.wallet.getBalance.invalidate()
    void utils.wallet.listTransactions.invalidate()
    void utils.wallet.listActivity.invalidate()
    void utils.tasks.getToday.invalidate()
  }
}

const ICONS = {
  pending: IconClockHour4,
  approved: IconCircleCheckFilled,
  paid: IconCircleCheckFilled,
  rejected: IconCircleXFilled,
} as const satisfies Record<WithdrawalStatus, unknown>

/** Draws a status: a yellow clock, a check or a cross. Its words follow it. */
export function WithdrawalIcon({ status, size }: { status: WithdrawalStatus; size: number }) {
  const Icon = ICONS[status]
  return <Icon className={classes.icon} data-status={status} size={size} aria-hidden />
}

/** A status that this page does not know, from a newer server, shows as pending (SPEC §2). */
export function knownStatus(status: WithdrawalStatus): WithdrawalStatus {
  return Object.hasOwn(ICONS, status) ? status : 'pending'
}

const TONES = {
  pending: 'wait',
  approved: 'good',
  paid: 'good',
  rejected: 'bad',
} as const satisfies Record<WithdrawalStatus, string>

/** A withdrawal's status, with a clock, check or cross. */
export function WithdrawalBadge({ status: given }: { status: WithdrawalStatus }) {
  const t = useT()
  const status = knownStatus(given)
  return (
    <StatusBadge
      tone={TONES[status]}
      Icon={ICONS[status]}
      iconProps={{ className: classes.icon, 'data-status': status }}
    >
      {t(`withdrawal.${status}`)}
    </StatusBadge>
  )
}

type LedgerLine = Pick<Activity, 'kind' | 'state' | 'points' | 'withdrawalStatus'>

const OF_HOLD = {
  pending: 'held',
  approved: 'held',
  paid: 'paidOut',
  rejected: 'restored',
} as const satisfies Record<WithdrawalStatus, string>

/** Name the state of a line; points that a withdrawal took are on hold until it is paid or rejected. */
export function describeState({ kind, state, points, withdrawalStatus }: LedgerLine) {
  if (state !== 'available') return state
  if (kind === 'payout') return 'paidOut'
  if (kind === 'hold') return OF_HOLD[withdrawalStatus ?? 'pending']
  return points < 0 ? 'deducted' : 'available'
}
