import type { ApprovalState as RequestState } from '@chuma/contract/admin/approval-kinds'
import type { ApprovalRequest } from '@chuma/contract/admin/approvals'
import type { CorrectionKind } from '@chuma/contract/payouts/destinations'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglassOff,
  IconRefreshOff,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import classes from '../../ui/figures/figures.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { Fact } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'

type Props = {
  request: ApprovalRequest
  /** Who and what it is about, and what it changes. */
  children: ReactNode
  /** Granted or refused: nothing is left to do here. */
  onDecided?: (() => void) | undefined
}

/**
 * A change that waits for a second person: what it is, who asked and why, what it changes, and what the reader may do about it. The
 * same in the list of requests, at the withdrawal and on the member's page.
 */
export function RequestPanel({ request, children, onDecided }: Props) {
  const t = useT()
  const mayDecide = useMay('approvals:decide')
  const { state, reason, requestedBy, createdAt } = request
  return (
    <>
      <div className={list.head}>
        <strong>{nameRequest(t, request)}</strong>
        <ApprovalState state={state} />
      </div>
      <p className={blocks.quiet}>
        {t('approvals.by', { name: actorName(t, requestedBy), time: formatDateTime(createdAt) })}
      </p>
      {reason && <p className={blocks.words}>{t('approvals.reason', { reason })}</p>}
      {children}
      <Outcome request={request} />
      {state === 'waiting' && mayDecide && <Actions {...{ request, onDecided }}>{children}</Actions>}
    </>
  )
}

/** The request about a withdrawal that waits for a second person, for those who may read it. */
export function useWithdrawalRequest({ id, requestedOutcome }: AdminWithdrawal): ApprovalRequest | undefined {
  const { data } = trpc.admin.listApprovals.useQuery(
    { subject: `withdrawal:${id}`, state: 'waiting', limit: 1 },
    { enabled: useMay('approvals:read') && requestedOutcome !== null },
  )
  return requestedOutcome === null ? undefined : data?.[0]
}

type WithdrawalRequestProps = Pick<Props, 'onDecided'> & { withdrawal: AdminWithdrawal }

export function WithdrawalRequest({ withdrawal, onDecided }: WithdrawalRequestProps) {
  const t = useT()
  const request = useWithdrawalRequest(withdrawal)
  if (!request) return null
  return (
    <section className={list.row} aria-label={nameRequest(t, request)}>
      <RequestPanel {...{ request, onDecided }}>
        <WithdrawalChange request={request} />
      </RequestPanel>
    </section>
  )
}

/** What a request would do to a withdrawal. */
export function WithdrawalChange({ request: { before, after } }: { request: ApprovalRequest }) {
  const t = useT()
  const [was, is] = [readChange(before), readChange(after)]
  return (
    <dl className={classes.facts}>
      <Fact label={t('changeField.status')}>
        {was.status && t(`withdrawal.${was.status}`)} →{' '}
        {is.kind ? t(`correct.${is.kind}`) : is.status && t(`withdrawal.${is.status}`)}
      </Fact>
      {was.reportedReceipt && <Fact label={t('changeField.reportedReceipt')}>{was.reportedReceipt}</Fact>}
      {is.points !== undefined && <Fact label={t('changeField.points')}>{is.points}</Fact>}
      {is.receipt && <Fact label={t('changeField.receipt')}>{is.receipt}</Fact>}
    </dl>
  )
}

/** What is stored of a change of a withdrawal. */
type Change = Partial<
  Pick<AdminWithdrawal, 'status'> & {
    kind: CorrectionKind
    reportedReceipt: string
    receipt: string
    points: number
  }
>

const readChange = (stored: ApprovalRequest['before']): Change =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Change) : {}

/** When it ends or how it ended. */
function Outcome({
  request: { state, runsAt, expiresAt, decidedBy, decidedAt, note },
}: Pick<Props, 'request'>) {
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

function Actions({ request, children, onDecided }: Props) {
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
      {step && (
        <DecideApprovalDialog {...{ request, step, onDecided }} onClose={() => setStep(null)}>
          {children}
        </DecideApprovalDialog>
      )}
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

type DecideApprovalDialogProps = Props & { step: Step; onClose: () => void }

/** Shows what would happen before it does. */
function DecideApprovalDialog({ children, ...options }: DecideApprovalDialogProps) {
  const t = useT()
  const { request, step, onClose } = options
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (step === 'refuse' && !note.trim() ? t('staff.required') : null) },
  })
  const { decide, isPending } = useDecideApproval({ ...options, form })
  return (
    <FormDialog
      title={t(`approvals.${step}Title`)}
      onClose={onClose}
      action={t(`approvals.${step}`)}
      isPending={isPending}
      isDanger={step === 'refuse'}
      form={form}
      onSend={({ note }) => decide(note)}
    >
      <Text c="dimmed">{t(`approvals.${step}Text`)}</Text>
      <strong>{nameRequest(t, request)}</strong>
      {step !== 'withdraw' && children}
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
    </FormDialog>
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

type Step = 'approve' | 'refuse' | 'withdraw'

type Options = Omit<DecideApprovalDialogProps, 'children'> & { form: UseFormReturnType<{ note: string }> }

function useDecideApproval({ request: { id: approvalId }, step, form, onClose, onDecided }: Options) {
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
  const decision = useAction(trpc.admin.decideApproval, {
    ...handlers,
    ...(onDecided && { onAccepted: onDecided }),
  })
  const withdrawal = useAction(trpc.admin.withdrawApproval, handlers)
  const decide = (note: string) =>
    step === 'withdraw' ? withdrawal.run({ approvalId }) : decision.run({ approvalId, decision: step, note })
  return { decide, isPending: decision.isPending || withdrawal.isPending }
}
