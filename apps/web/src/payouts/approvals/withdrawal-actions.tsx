import type { RouterInputs } from '@chuma/api/types'
import { formatKes, formatUsd } from '@chuma/contract/format-money'
import {
  CORRECTION_KINDS,
  type CorrectionKind,
  type ShownPayoutDetails,
} from '@chuma/contract/payouts/destinations'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import type { HoldReason } from '@chuma/contract/wallet/holds'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ReasonDialog } from '../../admin/actions.tsx'
import { useMay } from '../../admin/frame/staff-member.tsx'
import { showPending } from '../../admin/waiting-secret.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { Notice } from '../../ui/states/states.tsx'
import { PauseDialog } from '../pauses/answer-dialog.tsx'
import classes from '../withdrawal-row.module.css'
import { CorrectForm } from './correct-form.tsx'
import payDialogClasses from './withdrawal-actions.module.css'

const LABELS = {
  approve: 'admin.approve',
  retry: 'admin.retry',
  pay: 'admin.markPaid',
  reject: 'admin.reject',
  undo: 'undo.action',
  returned: 'correct.returned',
  late: 'correct.late',
  duplicate: 'correct.duplicate',
} as const satisfies Record<WithdrawalAction, string>

/** What the specification names; the rest is in the menu. */
const NAMED: ReadonlySet<WithdrawalAction> = new Set(['approve', 'reject', 'pay'])

type Props = { withdrawal: AdminWithdrawal; details: PayoutDetails }
type Asked = WithdrawalAction | 'pause' | null

/** A row's decisions as buttons, the others in its menu, with their dialogs. */
export function WithdrawalActions({ withdrawal, details }: Props) {
  const t = useT()
  const [asked, setAsked] = useState<Asked>(null)
  const { decide, isPending } = useDecideWithdrawal()
  const mayDecide = useMay('withdrawals:decide')
  const mayPause = useMay('members:suspend')
  const { id, status, userId, userName, isPaused } = withdrawal
  const isOpen = status === 'pending' || status === 'approved'
  const actions = mayDecide ? listActions(withdrawal) : []
  // What became of the money after the end is rare, and belongs in the menu.
  const isShown = (action: WithdrawalAction) => isOpen && (action === actions[0] || NAMED.has(action))

  const start = (action: WithdrawalAction) => {
    if (action === 'approve') decide({ id, status: 'approved' })
    else setAsked(action)
  }
  const close = () => setAsked(null)
  const dialog = (action: WithdrawalAction) => ({ withdrawal, opened: asked === action, onClose: close })
  return (
    <div className={classes.actions}>
      {actions.filter(isShown).map((action) => (
        <Button
          key={action}
          variant="default"
          loading={action === 'approve' && isPending}
          {...(action === 'reject' && { c: 'var(--chuma-bad)' })}
          onClick={() => start(action)}
          data-stop={action === actions[0] ? 'likely' : action}
        >
          {t(LABELS[action])}
        </Button>
      ))}
      <RowMenu
        label={t('admin.actionsOf', { name: userName })}
        actions={[
          ...actions
            .filter((action) => !isShown(action))
            .map((action) => ({ label: t(LABELS[action]), onClick: () => start(action) })),
          ...(details.show ? [{ label: t('payoutDetails.show'), onClick: details.show }] : []),
          ...(mayPause && (isOpen || isPaused)
            ? [{ label: t(isPaused ? 'pausing.lift' : 'pausing.pause'), onClick: () => setAsked('pause') }]
            : []),
        ]}
      />
      <RetryDialog {...dialog('retry')} />
      <PayDialog {...dialog('pay')} details={details} />
      <RejectDialog {...dialog('reject')} />
      <UndoDialog {...dialog('undo')} />
      {CORRECTION_KINDS.map((kind) => (
        <CorrectDialog key={kind} kind={kind} {...dialog(kind)} />
      ))}
      <PauseDialog
        member={{ id: userId, name: userName, isPaused }}
        opened={asked === 'pause'}
        onClose={close}
      />
    </div>
  )
}

type CorrectDialogProps = {
  kind: CorrectionKind
  withdrawal: AdminWithdrawal
  opened: boolean
  onClose: () => void
}

/** Correct a withdrawal from its own row. */
function CorrectDialog({ kind, withdrawal, opened, onClose }: CorrectDialogProps) {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`correct.${kind}`)}>
      <CorrectForm kind={kind} withdrawal={withdrawal} onClose={onClose} />
    </Dialog>
  )
}

type RejectDialogProps = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

function RejectDialog({ withdrawal, opened, onClose }: RejectDialogProps) {
  const t = useT()
  const [problem, setProblem] = useState<string | null>(null)
  const { decide, isPending } = useDecideWithdrawal(onClose, setProblem)
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending, problem }}
      title={t('admin.rejectTitle')}
      text={t('admin.rejectText', { name: withdrawal.userName })}
      action={t('admin.reject')}
      isDanger
      onSend={(reason) => {
        setProblem(null)
        void decide({ id: withdrawal.id, status: 'rejected', adminNotes: reason })
      }}
    >
      {isInDoubt(withdrawal) && <Text fw={600}>{t('admin.rejectInDoubt')}</Text>}
    </ReasonDialog>
  )
}

type WithdrawalAction = 'approve' | 'retry' | 'pay' | 'reject' | 'undo' | CorrectionKind

/**
 * List the actions that staff may take on a withdrawal. Once its payout has started there are none; after its end, what has become of
 * the money.
 */
export function listActions({
  status,
  payoutState,
  holds = [],
}: Pick<Withdrawal, 'status' | 'payoutState'> & {
  holds?: readonly { reason: HoldReason }[]
}): readonly WithdrawalAction[] {
  if (status === 'pending') return ['approve', 'reject']
  if (status === 'paid') return ['returned', 'duplicate']
  if (status === 'rejected') return payoutState === 'returned' || payoutState === 'cancelled' ? [] : ['late']
  if (status !== 'approved') return []
  switch (payoutState) {
    case 'manual':
      return ['pay', 'reject', 'undo']
    case 'queued':
      // A restored backup does not know that it was paid.
      return holds.some(({ reason }) => reason === 'restored') ? ['pay', 'undo'] : ['undo']
    case 'needs_review':
      return ['retry', 'pay', 'reject']
    // It may have been paid, so its points cannot be returned; a receipt settles it.
    case 'unknown':
      return ['pay']
    default:
      return []
  }
}

type UndoDialogProps = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

/** Undoes an approval if nothing has been sent. The server checks that. */
function UndoDialog({ withdrawal, opened, onClose }: UndoDialogProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const undoing = trpc.admin.undoApproval.useMutation({
    onSuccess: () => showToast({ kind: 'success', title: t('undo.done') }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('admin.decideFailed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    onSettled: () => {
      onClose()
      void utils.admin.getPayoutQueue.invalidate()
      void utils.admin.listPayoutQueues.invalidate()
      return utils.admin.listWithdrawals.invalidate()
    },
  })
  const undo = useSingleFlight(async () => {
    await undoing.mutateAsync({ id: withdrawal.id }).catch(() => undefined)
  })
  return (
    <ConfirmDialog
      title={t('undo.title')}
      text={t(withdrawal.payoutState === 'manual' ? 'undo.textManual' : 'undo.text')}
      action={t('undo.action')}
      dismissal={t('dialog.close')}
      opened={opened}
      isPending={undoing.isPending}
      onConfirm={undo}
      onClose={onClose}
    />
  )
}

type RetryDialogProps = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

/** This button sends money, so it needs a confirmation, and a held-down key does not press it. */
function RetryDialog({ withdrawal, opened, onClose }: RetryDialogProps) {
  const t = useT()
  const { retry, isPending } = useRetryPayout(onClose)
  const { id, payoutKes, payoutNote } = withdrawal
  const target = staffDestination(withdrawal)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('admin.retryTitle')}>
      <Stack>
        <Text c="dimmed">{t('admin.retryText', { kes: formatKes(payoutKes), target })}</Text>
        {payoutNote && <Text fw={600}>{t('admin.payoutNote', { text: payoutNote })}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button loading={isPending} onClick={() => retry(id)}>
            {t('admin.retry')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Retry a payout, report the outcome and reload the lists. */
function useRetryPayout(onAnswered: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.retryPayout.useMutation({
    onSuccess: ({ payoutState }) => {
      onAnswered()
      const message = payoutState ? { message: t(`payout.${payoutState}`) } : {}
      showToast({ kind: 'success', title: t('admin.retried'), ...message })
    },
    onError: (error) => {
      const isRefused = isApiError(error) && error.data?.appCode === 'WITHDRAWAL_STATE'
      if (isRefused) onAnswered()
      showToast({
        kind: 'error',
        title: t('admin.retryFailed'),
        message: isRefused ? t('admin.retryRefused') : serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () => utils.admin.listWithdrawals.invalidate(),
  })
  const retry = useSingleFlight(async (id: string) => {
    await request.mutateAsync({ id }).catch(() => undefined)
  })
  return { retry, isPending: request.isPending }
}

type PayDialogProps = {
  withdrawal: AdminWithdrawal
  details: PayoutDetails
  opened: boolean
  onClose: () => void
}

/** For a manual payout. Staff have to type the full number, and ask for it here. */
function PayDialog({ withdrawal, details, opened, onClose }: PayDialogProps) {
  const t = useT()
  const isRestored = withdrawal.holds.some(({ reason }) => reason === 'restored')
  // Nobody can pay it now, so a receipt shows that it was paid before.
  const isUnreadable = withdrawal.holds.some(({ reason }) => reason === 'account-unreadable')
  const needsReceipt = isInDoubt(withdrawal) || withdrawal.payoutState === 'queued'
  const form = useForm({
    initialValues: { reference: '' },
    validate: {
      reference: (reference) =>
        (needsReceipt || isUnreadable) && !reference.trim() ? t('admin.receiptMissing') : null,
    },
  })
  const { decide, isPending } = useDecideWithdrawal(onClose, (problem) =>
    form.setFieldError('reference', problem),
  )
  const submit = ({ reference }: { reference: string }) => {
    const adminNotes = reference.trim() || t('admin.referenceDefault')
    decide({ id: withdrawal.id, status: 'paid', adminNotes })
  }
  const { amountUsd } = withdrawal
  return (
    <Dialog opened={opened} onClose={onClose} title={t('admin.payTitle')}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          {isRestored && <Notice title={t('staffHold.restored')}>{t('admin.payRestored')}</Notice>}
          <Text c="dimmed">
            {t(isUnreadable ? 'admin.payUnreadable' : needsReceipt ? 'admin.payInDoubt' : 'admin.payText')}
          </Text>
          <dl className={payDialogClasses.details}>
            <dt>{t('admin.payAmount')}</dt>
            <dd>
              {[formatKes(withdrawal.payoutKes), amountUsd !== null && formatUsd(amountUsd)]
                .filter(Boolean)
                .join(' · ')}
            </dd>
            <dt>{t('admin.payTo')}</dt>
            <dd>
              {details.text}
              {details.show && (
                <div>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    loading={details.isPending}
                    onClick={details.show}
                  >
                    {t('payoutDetails.show')}
                  </Button>
                </div>
              )}
            </dd>
          </dl>
          <TextInput
            label={t(needsReceipt ? 'admin.receiptLabel' : 'admin.reference')}
            description={t(needsReceipt ? 'admin.receiptHint' : 'admin.referenceHint')}
            maxLength={200}
            data-autofocus
            {...form.getInputProps('reference')}
          />
          <DialogButtons action={t('admin.markPaid')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/**
 * Whether a payout was handed to M-Pesa without proof of its outcome: staff must check before they settle it by hand.
 */
function isInDoubt({ payoutState }: Pick<Withdrawal, 'payoutState'>): boolean {
  return payoutState === 'unknown' || payoutState === 'needs_review'
}

/**
 * Approve, reject or mark as paid once, report the outcome and reload the lists. `onProblem` shows what the server has against the note,
 * the only field that staff type.
 */
function useDecideWithdrawal(onDecided?: () => void, onProblem?: (problem: string) => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const decision = trpc.admin.decideWithdrawal.useMutation({
    onSuccess: (_, { status }) => {
      onDecided?.()
      showToast({ kind: 'success', title: t('admin.decided', { status }) })
    },
    onError: (error) => {
      if (showPending(error)) return onDecided?.()
      const noteProblem = isApiError(error) ? error.data?.fieldErrors?.adminNotes?.[0] : undefined
      if (noteProblem && onProblem) return onProblem(noteProblem)
      showToast({
        kind: 'error',
        title: t('admin.decideFailed'),
        message: noteProblem ?? serverMessage(error, t('state.failedText')),
      })
    },
    // Also after a refusal: another admin decided first, so this list is out of date.
    onSettled: () =>
      Promise.all([
        utils.admin.listWithdrawals.invalidate(),
        utils.admin.previewBulkApproval.invalidate(),
        utils.admin.listWaiting.invalidate(),
      ]),
  })
  const decide = useSingleFlight(async (input: RouterInputs['admin']['decideWithdrawal']) => {
    await decision.mutateAsync(input).catch(() => undefined)
  })
  return { decide, isPending: decision.isPending }
}

type Details = Pick<
  ShownPayoutDetails,
  'mpesaNumber' | 'bankName' | 'accountNumber' | 'accountName' | 'paypalEmail'
>

/** Where staff pay to, as the server gives it: masked in a list, in full once somebody asked. */
export function staffDestination(details: Details): string {
  const { mpesaNumber, bankName, accountNumber, accountName, paypalEmail } = details
  return [mpesaNumber && `+${mpesaNumber}`, bankName, accountNumber, accountName, paypalEmail]
    .filter(Boolean)
    .join(', ')
}

type PayoutDetails = {
  text: string
  isShown: boolean
  isPending: boolean
  /** Null: shown already, or not for this person. */
  show: (() => void) | null
}

/** A withdrawal's destination: masked until someone who may asks for it. Every such request is audited. */
export function usePayoutDetails(withdrawal: AdminWithdrawal): PayoutDetails {
  const t = useT()
  const mayShow = useMay('payout-details:read')
  const request = trpc.admin.showPayoutDetails.useMutation({
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('payoutDetails.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
  })
  const show = useSingleFlight(async () => {
    await request.mutateAsync({ id: withdrawal.id }).catch(() => undefined)
  })
  const isShown = request.data !== undefined
  return {
    text: staffDestination(request.data ?? withdrawal),
    isShown,
    isPending: request.isPending,
    show: mayShow && !isShown ? show : null,
  }
}
