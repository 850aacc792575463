import { formatKes, formatUsd } from '@chuma/contract/format-money'
import { listOtherReasons } from '@chuma/contract/payouts/next-step'
import type { AdminWithdrawal, WithdrawalCase } from '@chuma/contract/payouts/withdrawals'
import { ActionIcon, Button, TextInput, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount, formatPoints } from '../../ui/figures/amount.tsx'
import figures from '../../ui/figures/figures.module.css'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { Fact } from '../../ui/page/section.tsx'
import { Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { WithdrawalBadge } from '../../wallet/movements.tsx'
import { WithdrawalRequest } from '../approvals/request-panel.tsx'
import { KEYS, listActions, WithdrawalActions, WithdrawalRisk } from '../approvals/withdrawal-actions.tsx'
import { usePayoutDetails } from '../data.ts'
import { WithdrawalHolds, WithdrawalNotes } from '../withdrawal-list.tsx'
import classes from './desk.module.css'

type CaseProps = {
  id: string
  /** Opens the next case of the list. */
  onNext: () => void
  onPrevious: () => void
}

/** Everything that decides about one withdrawal, and the decisions, which stay in view. */
export function Case({ id, ...moves }: CaseProps) {
  const query = trpc.admin.getWithdrawalCase.useQuery({ id }, { staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={4} height={96} />}>
      {(shown) => <OpenCase shown={shown} {...moves} />}
    </QueryView>
  )
}

type OpenCaseProps = Omit<CaseProps, 'id'> & { shown: WithdrawalCase }

function OpenCase({ shown, ...moves }: OpenCaseProps) {
  const t = useT()
  const [isChanged, setChanged] = useState(false)
  const { withdrawal } = shown
  const { userId, userName, userEmail } = withdrawal
  const reasons = listOtherReasons(withdrawal)
  return (
    <>
      <div className={classes.body}>
        {isChanged && (
          <div role="alert">
            <Notice title={t('desk.changedTitle')}>{t('case.changed')}</Notice>
          </div>
        )}
        <div>
          <Title order={2} size="h3">
            <Link to="/admin/members/$memberId" params={{ memberId: userId }} className={classes.member}>
              {userName}
            </Link>
          </Title>
          <p className={blocks.quiet}>{userEmail}</p>
        </div>
        <Amount points={withdrawal.pointsToWithdraw} kes={withdrawal.amountKes} size="lg" />
        <div className={classes.risk}>
          <WithdrawalRisk withdrawal={withdrawal} isBrief />
        </div>
        {reasons.length > 0 && (
          <ul className={classes.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{t(`reviewReason.${reason}`)}</li>
            ))}
          </ul>
        )}
        <WithdrawalHolds withdrawal={withdrawal} />
        <WithdrawalRequest {...{ withdrawal }} onDecided={moves.onNext} />
        <Facts withdrawal={withdrawal} />
        <WithdrawalNotes withdrawal={{ ...withdrawal, isInReview: false }} />
        <Sources shown={shown} />
        <Others shown={shown} />
        <Timeline shown={shown} />
      </div>
      <Footer withdrawal={withdrawal} onChanged={() => setChanged(true)} {...moves} />
    </>
  )
}

function Facts({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const details = usePayoutDetails(withdrawal)
  const { withdrawalMethod, amountKes, payoutKes, amountUsd, requestedAt } = withdrawal
  return (
    <dl className={figures.facts}>
      <Fact label={t('admin.payTo')}>
        {t(`method.${withdrawalMethod}`)} <span className={classes.whole}>{details.text}</span>
        {details.show && (
          <Button variant="subtle" size="compact-sm" loading={details.isPending} onClick={details.show}>
            {t('payoutDetails.show')}
          </Button>
        )}
      </Fact>
      {(payoutKes !== amountKes || amountUsd !== null) && (
        <Fact label={t('word.amount')}>
          {[formatKes(payoutKes), amountUsd !== null && formatUsd(amountUsd)].filter(Boolean).join(' · ')}
        </Fact>
      )}
      <Fact label={t('case.requested')}>
        {formatDateTime(requestedAt)} (<TimeAgo date={requestedAt} />)
      </Fact>
    </dl>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.part}>
      <Title order={3} size="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}

/** Where the points came from. What the member had before that is not followed further back. */
function Sources({ shown: { sources, withdrawal } }: { shown: WithdrawalCase }) {
  const t = useT()
  const since = sources.reduce((sum, { points }) => sum + points, 0)
  const before = withdrawal.pointsToWithdraw - since
  return (
    <Part title={t('case.sources')}>
      <ul className={classes.lines}>
        {sources.map(({ kind, points }) => (
          <li key={kind}>
            <span className={classes.grow}>{t(`pointSource.${kind}`)}</span>
            <span className={figures.amount}>{formatPoints(t, points, { signed: true })}</span>
          </li>
        ))}
        {before > 0 && (
          <li>
            <span className={classes.grow}>{t('case.before')}</span>
            <span className={figures.amount}>{formatPoints(t, before)}</span>
          </li>
        )}
      </ul>
    </Part>
  )
}

function Others({ shown: { others } }: { shown: WithdrawalCase }) {
  const t = useT()
  return (
    <Part title={t('case.others')}>
      {others.length === 0 && <p className={blocks.quiet}>{t('case.noOthers')}</p>}
      <ul className={classes.lines}>
        {others.map(({ id, status, amountKes, withdrawalMethod, requestedAt }) => (
          <li key={id}>
            <Link
              to="/admin/withdrawals"
              search={(before) => ({ ...before, case: id })}
              className={classes.grow}
            >
              {formatDay(requestedAt)}, {t(`method.${withdrawalMethod}`)}
            </Link>
            <span className={figures.amount}>{formatKes(amountKes)}</span>
            <WithdrawalBadge status={status} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

const EVENTS = [
  'withdrawal.first-approved',
  'withdrawal.approved',
  'withdrawal.hold-lifted',
  'withdrawal.approval-undone',
  'withdrawal.rejected',
  'withdrawal.paid',
  'withdrawal.payout-retried',
  'withdrawal.payout-returned',
  'withdrawal.payout-late',
  'withdrawal.payout-duplicate',
  'withdrawal.details-shown',
  'payout.contradiction',
] as const

function Timeline({ shown: { events, withdrawal } }: { shown: WithdrawalCase }) {
  const t = useT()
  const known = events.flatMap(({ action, ...event }) => {
    const name = EVENTS.find((each) => each === action)
    return name ? [{ ...event, name }] : []
  })
  return (
    <Part title={t('case.timeline')}>
      <ol className={classes.events}>
        <li>
          <span>{t('case.asked')}</span>
          <span className={blocks.quiet}>{formatDateTime(withdrawal.requestedAt)}</span>
        </li>
        {known.map(({ id, name, actor, at, reason }) => (
          <li key={id}>
            <span>{t(`auditAction.${name}`)}</span>
            {reason && <span className={blocks.words}>{reason}</span>}
            <span className={blocks.quiet}>
              {actorName(t, actor)} · {formatDateTime(at)}
            </span>
          </li>
        ))}
        {withdrawal.paidAt && (
          <li>
            <span>{t('case.paid')}</span>
            <span className={blocks.quiet}>{formatDateTime(withdrawal.paidAt)}</span>
          </li>
        )}
      </ol>
    </Part>
  )
}

/** What a decision finds decided already. */
const CHANGED: ReadonlySet<string | null> = new Set(['WITHDRAWAL_STATE', 'APPROVAL_STATE'])

type FooterProps = Omit<CaseProps, 'id'> & { withdrawal: AdminWithdrawal; onChanged: () => void }

function Footer({ withdrawal, onChanged, onNext, onPrevious }: FooterProps) {
  const t = useT()
  const [note, setNote] = useState('')
  const mayDecide = useMay('withdrawals:decide')
  const details = usePayoutDetails(withdrawal)
  const { status } = withdrawal
  const isOpen = status === 'pending' || status === 'approved'
  const decisions = mayDecide && isOpen ? listActions(withdrawal).flatMap((action) => KEYS[action] ?? []) : []
  const keys = [...decisions, ...(mayDecide && isOpen ? (['N'] as const) : []), 'J', 'K'] as const
  const onFailed = (error: unknown) => {
    if (!CHANGED.has(codeOf(error))) return false
    onChanged()
    return true
  }
  return (
    <div className={classes.footer}>
      {mayDecide && isOpen && (
        <TextInput
          label={t('case.note')}
          aria-keyshortcuts="N"
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
      <div className={classes.decisions}>
        <WithdrawalActions {...{ withdrawal, details }} desk={{ note, onAccepted: onNext, onFailed }} />
        <ActionIcon
          variant="subtle"
          size={44}
          className={classes.rare ?? ''}
          aria-label={t('case.previous')}
          aria-keyshortcuts="K"
          onClick={onPrevious}
        >
          <IconChevronUp aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('case.next')}
          aria-keyshortcuts="J"
          onClick={onNext}
        >
          <IconChevronDown aria-hidden />
        </ActionIcon>
      </div>
      <p className={classes.keys}>
        {keys.map((key) => (
          <span key={key}>
            <kbd>{key}</kbd> {t(`deskKey.${key}`)}
          </span>
        ))}
      </p>
    </div>
  )
}
