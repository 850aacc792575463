import { APPROVAL_STATES, type ApprovalState as RequestState } from '@chuma/contract/admin/approval-kinds'
import type { ApprovalRequest } from '@chuma/contract/admin/approvals'
import { formatKes } from '@chuma/contract/format-money'
import { listOtherReasons } from '@chuma/contract/payouts/next-step'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglassOff,
  IconRefreshOff,
  IconX,
} from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { WithdrawalRisk } from '../../payouts/approvals/withdrawal-actions.tsx'
import { staffDestination } from '../../payouts/data.ts'
import { WithdrawalHolds } from '../../payouts/withdrawal-list.tsx'
import { FewMembers } from '../../surveys/eligibility/test-fields.tsx'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog, DialogButtons } from '../../ui/dialogs/dialog.tsx'
import { Amount } from '../../ui/figures/amount.tsx'
import classes from '../../ui/figures/figures.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { Differences, nameSubject } from '../audit/differences.tsx'

/** Changes that wait for a second person, and the decisions. */
export function ApprovalsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('approvals.title')}>
      {({ permissions }) => <ApprovalsSection mayDecide={permissions.includes('approvals:decide')} />}
    </AdminFrame>
  )
}

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_APPROVALS = { limit: PAGE_SIZE, state: 'waiting' } as const

function ApprovalsSection({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const { pages, filter, input } = useStateFilter<RequestState>({
    size: PAGE_SIZE,
    states: APPROVAL_STATES,
    first: 'waiting',
    describe: (each) => t(`approvalState.${each}`),
  })
  const query = trpc.admin.listApprovals.useQuery(input, { placeholderData: keepPreviousData, staleTime: 0 })
  return (
    <Section text={t('approvals.text')}>
      {filter}
      <PagedList
        query={query}
        pages={pages}
        label={t('approvals.title')}
        rowHeight={120}
        empty={{ art: nothingToReview, title: t('approvals.none'), text: t('approvals.noneText') }}
      >
        {(request) => <ApprovalRow key={request.id} request={request} mayDecide={mayDecide} />}
      </PagedList>
    </Section>
  )
}

type ApprovalRowProps = { request: ApprovalRequest; mayDecide: boolean }

/** What somebody asked for, what it would change, and what can be done about it. */
function ApprovalRow({ request, mayDecide }: ApprovalRowProps) {
  const t = useT()
  const { state, reason, requestedBy, createdAt } = request
  const title = nameRequest(t, request)
  return (
    <li className={list.row} aria-label={title}>
      <div className={list.head}>
        <strong>{title}</strong>
        <ApprovalState state={state} />
      </div>
      <p className={blocks.quiet}>
        {t('approvals.by', { name: actorName(t, requestedBy), time: formatDateTime(createdAt) })}
      </p>
      <RequestFacts request={request} />
      {reason && <p className={blocks.flush}>{t('approvals.reason', { reason })}</p>}
      <RequestedChange request={request} />
      <Outcome request={request} />
      {state === 'waiting' && mayDecide && <Actions request={request} />}
    </li>
  )
}

/** When it ends or how it ended. */
function Outcome({
  request: { state, runsAt, expiresAt, decidedBy, decidedAt, note },
}: Pick<ApprovalRowProps, 'request'>) {
  const t = useT()
  if (state === 'waiting') {
    const text = runsAt
      ? t('approvals.runsAt', { time: formatDateTime(runsAt) })
      : t('approvals.expiresAt', { time: formatDateTime(expiresAt) })
    return <p className={blocks.quiet}>{text}</p>
  }
  if (!decidedAt || !decidedBy) return null
  return (
    <>
      <p className={blocks.quiet}>
        {t('approvals.decidedBy', { name: actorName(t, decidedBy), time: formatDateTime(decidedAt) })}
      </p>
      {note && <p className={blocks.flush}>{t('approvals.note', { note })}</p>}
    </>
  )
}

function Actions({ request }: Pick<ApprovalRowProps, 'request'>) {
  const t = useT()
  const [step, setStep] = useState<Step | null>(null)
  return (
    <Group gap="sm">
      {request.isOwn ? (
        <Button variant="default" onClick={() => setStep('withdraw')}>
          {t('approvals.withdraw')}
        </Button>
      ) : (
        <>
          <Button onClick={() => setStep('approve')}>{t('approvals.approve')}</Button>
          <Button variant="default" onClick={() => setStep('refuse')}>
            {t('approvals.refuse')}
          </Button>
        </>
      )}
      {step && <DecideApprovalDialog request={request} step={step} onClose={() => setStep(null)} />}
    </Group>
  )
}

const LOOKS = {
  waiting: { tone: 'wait', Icon: IconClock },
  executed: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'bad', Icon: IconX },
  withdrawn: { tone: 'quiet', Icon: IconArrowBackUp },
  expired: { tone: 'quiet', Icon: IconHourglassOff },
  outdated: { tone: 'quiet', Icon: IconRefreshOff },
} as const

function ApprovalState({ state }: { state: RequestState }) {
  const t = useT()
  return <StatusBadge {...LOOKS[state]}>{t(`approvalState.${state}`)}</StatusBadge>
}

type DecideApprovalDialogProps = { request: ApprovalRequest; step: Step; onClose: () => void }

/** Shows what would happen before it does. */
function DecideApprovalDialog({ request, step, onClose }: DecideApprovalDialogProps) {
  const t = useT()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (step === 'refuse' && !note.trim() ? t('staff.required') : null) },
  })
  const { decide, isPending } = useDecideApproval({ request, step, form, onClose })
  return (
    <Dialog title={t(`approvals.${step}Title`)} opened onClose={onClose}>
      <form onSubmit={form.onSubmit(({ note }) => decide(note), focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t(`approvals.${step}Text`)}</Text>
          {step === 'approve' && (
            <>
              <strong>{nameRequest(t, request)}</strong>
              <RequestFacts request={request} />
              <RequestedChange request={request} />
            </>
          )}
          {step !== 'withdraw' && (
            <Textarea
              label={t(step === 'refuse' ? 'approvals.refusal' : 'approvals.remark')}
              description={t('approvals.noteHint')}
              rows={3}
              maxLength={500}
              data-autofocus
              {...form.getInputProps('note')}
            />
          )}
          <DialogButtons
            action={t(`approvals.${step}`)}
            isPending={isPending}
            isDanger={step === 'refuse'}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Who and what a request is about: the member, the amount, and of a withdrawal its destination and risk. */
function RequestFacts({ request }: { request: ApprovalRequest }) {
  const t = useT()
  const { subject, before, amountKes, memberId, memberName } = request
  const [kind, id = ''] = subject.split(':')
  const isWithdrawal = kind === 'withdrawal'
  const about = [nameSubject(t, subject), ...listTitles(before)].join(': ')
  return (
    <dl className={classes.facts}>
      {memberId && (
        <div>
          <dt>{t('approvals.member')}</dt>
          <dd>
            <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
              {memberName}
            </Link>
          </dd>
        </div>
      )}
      {kind !== 'member' && !isWithdrawal && (
        <div>
          <dt>{t('approvals.about')}</dt>
          <dd>{about}</dd>
        </div>
      )}
      {isWithdrawal && <WithdrawalFacts id={id} />}
      {!isWithdrawal && amountKes !== null && (
        <div>
          <dt>{t('approvals.amount')}</dt>
          <dd>{formatKes(amountKes)}</dd>
        </div>
      )}
    </dl>
  )
}

/** What is changed but not renamed is nowhere else called by its title. */
function listTitles(before: ApprovalRequest['before']): string[] {
  if (typeof before !== 'object' || before === null || Array.isArray(before)) return []
  return typeof before.title === 'string' ? [before.title] : []
}

/** As in the list of withdrawals: the destination is masked for everyone. */
function WithdrawalFacts({ id }: { id: string }) {
  const t = useT()
  const { data } = trpc.admin.listWithdrawals.useQuery({ search: id, limit: 1 }, { staleTime: 0 })
  const withdrawal = data?.[0]
  if (!withdrawal) return null
  const { pointsToWithdraw, amountKes, withdrawalMethod } = withdrawal
  const reasons = listOtherReasons(withdrawal).map((reason) => t(`reviewReason.${reason}`))
  return (
    <>
      <div>
        <dt>{t('approvals.amount')}</dt>
        <dd>
          <Amount points={pointsToWithdraw} kes={amountKes} size="sm" />
        </dd>
      </div>
      <div>
        <dt>{t('approvals.destination')}</dt>
        <dd>
          {t(`method.${withdrawalMethod}`)} {staffDestination(withdrawal)}
        </dd>
      </div>
      <div>
        <dt>{t('approvals.risk')}</dt>
        <dd>
          <WithdrawalRisk withdrawal={withdrawal} />
          {withdrawal.isInReview && reasons.length > 0 && (
            <p className={blocks.flush}>{reasons.join(' · ')}</p>
          )}
          <WithdrawalHolds withdrawal={withdrawal} />
        </dd>
      </div>
    </>
  )
}

type Named = Pick<ApprovalRequest, 'kind' | 'after'>

/** Name what a request asks for; the same kind can go two ways, and a rejection is not called an approval. */
export function nameRequest(t: Translate, { kind, after }: Named): string {
  const to = typeof after === 'object' && !Array.isArray(after) ? { ...after } : {}
  switch (kind) {
    case 'decide-withdrawal':
      if (to.status === 'rejected' || to.status === 'paid')
        return t(`approvalTitle.decide-withdrawal.${to.status}`)
      break
    case 'correct-payout':
      if (to.kind === 'returned' || to.kind === 'late' || to.kind === 'duplicate')
        return t(`approvalTitle.correct-payout.${to.kind}`)
      break
    case 'decide-survey-review':
      if (to.state === 'paid' || to.state === 'rejected')
        return t(`approvalTitle.decide-survey-review.${to.state}`)
      break
    case 'set-member-role':
      if (to.role === null) return t('approvalTitle.set-member-role.removed')
      break
    case 'set-person-of-member':
      if (to.personId === null) return t('approvalTitle.set-person-of-member.removed')
  }
  return t(`approvalKind.${kind}`)
}

/** The words of the profile's questions are only loaded for a request that is about them. */
const RequestedRule = lazy(async () => ({
  default: (await import('../../surveys/eligibility/test-fields.tsx')).RequestedRule,
}))

/** What a request would change: in words where its parts do not speak for themselves. */
function RequestedChange({ request: { kind, before, after } }: { request: ApprovalRequest }) {
  const differences = <Differences before={before} after={after} />
  if (kind === 'save-eligibility') {
    return (
      <Suspense fallback={null}>
        <RequestedRule before={before} after={after} fallback={differences} />
      </Suspense>
    )
  }
  const { members, ...rest } = typeof after === 'object' && !Array.isArray(after) ? { ...after } : {}
  const isFew = kind.endsWith('-survey') && (members === null || typeof members === 'number')
  if (!isFew) return differences
  return (
    <>
      <Differences before={before} after={rest} />
      <p className={blocks.flush}>
        <FewMembers members={members} />
      </p>
    </>
  )
}

type Step = 'approve' | 'refuse' | 'withdraw'

type Options = {
  request: ApprovalRequest
  step: Step
  form: UseFormReturnType<{ note: string }>
  onClose: () => void
}

function useDecideApproval({ request: { id: approvalId }, step, form, onClose }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    form,
    done: t(`approvals.${step}Done`),
    // Also after a refusal: someone else decided first, or what it was about has changed, so this screen is out of date.
    onOver: onClose,
    // An approval changes what it was about: points, a withdrawal, rates.
    onEnd: [utils.admin, utils.partners],
  }
  const decision = useAction(trpc.admin.decideApproval, handlers)
  const withdrawal = useAction(trpc.admin.withdrawApproval, handlers)
  const decide = (note: string) =>
    step === 'withdraw' ? withdrawal.run({ approvalId }) : decision.run({ approvalId, decision: step, note })
  return { decide, isPending: decision.isPending || withdrawal.isPending }
}
