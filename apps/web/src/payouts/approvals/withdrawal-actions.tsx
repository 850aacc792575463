import { formatKes, formatUsd } from '@chuma/contract/format-money'
import { CORRECTION_KINDS, type CorrectionKind } from '@chuma/contract/payouts/destinations'
import { listOtherReasons } from '@chuma/contract/payouts/next-step'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import type { HoldReason } from '@chuma/contract/wallet/holds'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconFlag, IconHourglassHigh, IconPlayerPause, IconUserCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, trpc } from '../../trpc.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ConfirmDialog, Dialog, FormDialog } from '../../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { Notice } from '../../ui/states/states.tsx'
import { WithdrawalBadge } from '../../wallet/movements.tsx'
import { type PayoutDetails, staffDestination, useDecideWithdrawal, useRefreshWithdrawals } from '../data.ts'
import { PauseDialog } from '../pauses/answer-dialog.tsx'
import classes from '../withdrawals.module.css'
import { CorrectForm } from './correct-form.tsx'
import { useWithdrawalRequest } from './request-panel.tsx'

const LABELS = {
  approve: 'word.approve',
  retry: 'admin.retry',
  pay: 'admin.markPaid',
  reject: 'word.reject',
  undo: 'undo.action',
  returned: 'correct.returned',
  late: 'correct.late',
  duplicate: 'correct.duplicate',
} as const satisfies Record<WithdrawalAction, string>

/** What the specification names; the rest is in the menu. */
const NAMED: ReadonlySet<WithdrawalAction> = new Set(['approve', 'reject', 'pay'])

/** The desk's keys. Buttons elsewhere have none. */
export const KEYS: Partial<Record<WithdrawalAction, 'A' | 'R' | 'P'>> = {
  approve: 'A',
  reject: 'R',
  pay: 'P',
}

/** What a request may ask of the same. */
const OUTCOMES: Partial<Record<WithdrawalAction, AdminWithdrawal['requestedOutcome']>> = {
  approve: 'approved',
  reject: 'rejected',
}

/** What a case on the desk adds to the actions of a row. */
export type OnDesk = {
  /** What staff typed so far. */
  note: string
  /** Decided, or sent to a second person: nothing is left to do here. */
  onAccepted: () => void
  /** For `useAction`. */
  onFailed: (error: unknown) => boolean
}

type Props = { withdrawal: AdminWithdrawal; details: PayoutDetails; desk?: OnDesk }
type Asked = WithdrawalAction | 'pause' | null

/** A withdrawal's decisions as buttons, the others in a menu, with their dialogs. */
export function WithdrawalActions({ withdrawal, details, desk }: Props) {
  const t = useT()
  const [asked, setAsked] = useState<Asked>(null)
  const approve = useDecideWithdrawal(desk)
  const mayDecide = useMay('withdrawals:decide')
  const mayPause = useMay('members:suspend')
  const { id, status, userId, userName, isPaused } = withdrawal
  const isOpen = status === 'pending' || status === 'approved'
  const isOwnRequest = useWithdrawalRequest(withdrawal)?.isOwn === true
  // In a row the panel of the request decides what was asked for. Who asked for it cannot be its second person anywhere.
  const isInPanel = (action: WithdrawalAction) =>
    (!desk || isOwnRequest) &&
    OUTCOMES[action] !== undefined &&
    OUTCOMES[action] === withdrawal.requestedOutcome
  const actions = mayDecide ? listActions(withdrawal).filter((action) => !isInPanel(action)) : []
  // What became of the money after the end is rare, and belongs in the menu.
  const isShown = (action: WithdrawalAction) => isOpen && (action === actions[0] || NAMED.has(action))

  const start = (action: WithdrawalAction) => {
    if (action === 'approve') approve.run({ id, status: 'approved', ...(desk && { adminNotes: desk.note }) })
    else setAsked(action)
  }
  const pause =
    mayPause && (isOpen || isPaused)
      ? [{ label: t(isPaused ? 'word.resumePayouts' : 'pausing.pause'), onClick: () => setAsked('pause') }]
      : []
  const close = () => setAsked(null)
  const dialog = (action: WithdrawalAction) => ({
    withdrawal,
    desk,
    opened: asked === action,
    onClose: close,
  })
  return (
    <div className={classes.actions}>
      {actions.filter(isShown).map((action) => (
        <Button
          key={action}
          variant={desk && action === actions[0] ? 'filled' : 'default'}
          loading={action === 'approve' && approve.isPending}
          {...(action === 'reject' && { c: 'var(--chuma-bad)' })}
          {...(desk && { 'aria-keyshortcuts': KEYS[action] })}
          onClick={() => start(action)}
          data-stop={action === actions[0] ? 'likely' : action}
        >
          {t(LABELS[action])}
        </Button>
      ))}
      {desk &&
        pause.map(({ label, onClick }) => (
          <Button key={label} variant="default" onClick={onClick}>
            {label}
          </Button>
        ))}
      <RowMenu
        label={t('admin.actionsOf', { name: userName })}
        actions={[
          ...actions
            .filter((action) => !isShown(action))
            .map((action) => ({ label: t(LABELS[action]), onClick: () => start(action) })),
          ...(details.show && !desk ? [{ label: t('payoutDetails.show'), onClick: details.show }] : []),
          ...(desk ? [] : pause),
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

type DialogProps = {
  withdrawal: AdminWithdrawal
  desk?: OnDesk | undefined
  opened: boolean
  onClose: () => void
}

/** What closes a dialog of a decision, and what its note begins with. */
function useOnDesk({ desk, opened, onClose }: DialogProps, form: UseFormReturnType<Record<string, string>>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed by then
  useEffect(() => {
    if (opened && desk?.note) form.setFieldValue('adminNotes', desk.note)
  }, [opened])
  return {
    onAccepted: () => {
      onClose()
      desk?.onAccepted()
    },
    onFailed: (error: unknown) => {
      if (!desk?.onFailed(error)) return false
      onClose()
      return true
    },
  }
}

/** Correct a withdrawal from its own row. */
function CorrectDialog({ kind, withdrawal, opened, onClose }: DialogProps & { kind: CorrectionKind }) {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`correct.${kind}`)}>
      <CorrectForm kind={kind} withdrawal={withdrawal} onClose={onClose} />
    </Dialog>
  )
}

function RejectDialog(props: DialogProps) {
  const { withdrawal, opened, onClose } = props
  const t = useT()
  const form = useReason('adminNotes')
  const decide = useDecideWithdrawal({ form, ...useOnDesk(props, form) })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t('admin.rejectTitle')}
      text={t('admin.rejectText', { name: withdrawal.userName })}
      action={t('word.reject')}
      isPending={decide.isPending}
      isDanger
      onSend={(reason) => decide.run({ id: withdrawal.id, status: 'rejected', adminNotes: reason })}
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

/** Undoes an approval if nothing has been sent. The server checks that. */
function UndoDialog({ withdrawal, opened, onClose }: DialogProps) {
  const t = useT()
  const refresh = useRefreshWithdrawals()
  const undo = useAction(trpc.admin.undoApproval, {
    done: t('undo.done'),
    failure: { title: t('bulk.failedTitle'), offline: t('state.failedText') },
    onEnd: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('undo.title')}
      text={t(withdrawal.payoutState === 'manual' ? 'undo.textManual' : 'undo.text')}
      action={t('undo.action')}
      dismissal={t('dialog.close')}
      opened={opened}
      isPending={undo.isPending}
      onConfirm={() => undo.run({ id: withdrawal.id })}
      onClose={onClose}
    />
  )
}

/** This button sends money, so it needs a confirmation, and a held-down key does not press it. */
function RetryDialog({ withdrawal, opened, onClose }: DialogProps) {
  const t = useT()
  const { id, payoutKes, payoutNote } = withdrawal
  const title = t('admin.retryFailed')
  const retry = useAction(trpc.admin.retryPayout, {
    onAccepted: onClose,
    done: ({ payoutState }) => ({
      title: t('admin.retried'),
      ...(payoutState && { message: t(`payout.${payoutState}`) }),
    }),
    failure: { title, offline: t('state.failedText') },
    onFailed: (error) => {
      if (codeOf(error) !== 'WITHDRAWAL_STATE') return false
      onClose()
      showToast({ kind: 'error', title, message: t('admin.retryRefused') })
      return true
    },
    onEnd: useRefreshWithdrawals(),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('admin.retryTitle')}>
      <Stack>
        <Text c="dimmed">
          {t('admin.retryText', { kes: formatKes(payoutKes), target: staffDestination(withdrawal) })}
        </Text>
        {payoutNote && <Text fw={600}>{t('admin.payoutNote', { text: payoutNote })}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button loading={retry.isPending} onClick={() => retry.run({ id })}>
            {t('admin.retry')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** For a manual payout. Staff have to type the full number, and ask for it here. */
function PayDialog({ details, ...props }: DialogProps & { details: PayoutDetails }) {
  const { withdrawal, opened, onClose } = props
  const t = useT()
  const { id, holds, payoutKes, amountUsd } = withdrawal
  const isRestored = holds.some(({ reason }) => reason === 'restored')
  // Nobody can pay it now, so a receipt shows that it was paid before.
  const isUnreadable = holds.some(({ reason }) => reason === 'account-unreadable')
  const needsReceipt = isInDoubt(withdrawal) || withdrawal.payoutState === 'queued'
  const form = useForm<Record<string, string>>({
    initialValues: { adminNotes: '' },
    validate: {
      adminNotes: (reference) =>
        (needsReceipt || isUnreadable) && !reference?.trim() ? t('admin.receiptMissing') : null,
    },
  })
  const decide = useDecideWithdrawal({ form, ...useOnDesk(props, form) })
  return (
    <FormDialog
      {...{ opened, onClose }}
      title={t('admin.payTitle')}
      action={t('admin.markPaid')}
      isPending={decide.isPending}
      form={form}
      onSend={({ adminNotes }) =>
        decide.run({ id, status: 'paid', adminNotes: adminNotes?.trim() || t('admin.referenceDefault') })
      }
    >
      {isRestored && <Notice title={t('staffHold.restored')}>{t('admin.payRestored')}</Notice>}
      <Text c="dimmed">
        {t(isUnreadable ? 'admin.payUnreadable' : needsReceipt ? 'admin.payInDoubt' : 'admin.payText')}
      </Text>
      <dl className={classes.details}>
        <dt>{t('word.amount')}</dt>
        <dd>
          {amountUsd === null ? formatKes(payoutKes) : `${formatKes(payoutKes)} · ${formatUsd(amountUsd)}`}
        </dd>
        <dt>{t('admin.payTo')}</dt>
        <dd>
          {details.text}
          {details.show && (
            <div>
              <Button variant="subtle" size="compact-sm" loading={details.isPending} onClick={details.show}>
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
        {...form.getInputProps('adminNotes')}
      />
    </FormDialog>
  )
}

/**
 * Whether a payout was handed to M-Pesa without proof of its outcome: staff must check before they settle it by hand.
 */
function isInDoubt({ payoutState }: Pick<Withdrawal, 'payoutState'>): boolean {
  return payoutState === 'unknown' || payoutState === 'needs_review'
}

type RiskProps = { withdrawal: AdminWithdrawal; isBrief?: boolean }

/** A withdrawal's status, and why a pending one needs care. `isBrief`: without the reasons that need no review. */
export function WithdrawalRisk({ withdrawal, isBrief = false }: RiskProps) {
  const t = useT()
  const { status, isInReview, isPaused, riskScore, requestedOutcome, holds } = withdrawal
  const isPending = status === 'pending'
  const reasons = listOtherReasons(withdrawal)
    .map((reason) => t(`reviewReason.${reason}`))
    .join(' · ')
  return (
    <>
      <WithdrawalBadge status={status} />
      {isPaused && (
        <StatusBadge tone="wait" Icon={IconPlayerPause}>
          {t('risk.paused')}
        </StatusBadge>
      )}
      {holds.length > 0 && (
        <StatusBadge tone="wait" Icon={IconHourglassHigh}>
          {t('staffHold.badge')}
        </StatusBadge>
      )}
      {requestedOutcome && (
        <StatusBadge tone="wait" Icon={IconUserCheck}>
          {t(`requested.${requestedOutcome}`)}
        </StatusBadge>
      )}
      {isPending && isInReview && (
        <StatusBadge tone="bad" Icon={IconFlag}>
          {t('risk.inReview', { score: riskScore })}
        </StatusBadge>
      )}
      {isPending && !isInReview && !isPaused && !requestedOutcome && holds.length === 0 && (
        <span>{riskScore === 0 ? t('risk.low') : t('risk.lowScore', { score: riskScore })}</span>
      )}
      {!isBrief && !(isPending && isInReview) && reasons !== '' && (
        <span className={classes.second} title={reasons}>
          {reasons}
        </span>
      )}
    </>
  )
}
