import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { PointsAmount } from '../points-amount.tsx'
import classes from './movement-row.module.css'

type Labelled = { 'aria-label': string } | { 'aria-labelledby': string }

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
  Video: 'movement.video',
  Advertisement: 'movement.ad',
  'Social task': 'movement.social',
  'Micro-job': 'movement.microJob',
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
  return isKey(kind, TITLED) ? t(TITLED[kind], { title }) : undefined
}
