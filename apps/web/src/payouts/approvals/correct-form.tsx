import type { RouterInputs } from '@chuma/api/types'
import { formatKes } from '@chuma/contract/format-money'
import { type CorrectionKind, RETURN_CAUSES, type ReturnCause } from '@chuma/contract/payouts/destinations'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showPending } from '../../admin/waiting-secret.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** What the form says of a withdrawal. */
type Corrected = Pick<AdminWithdrawal, 'id' | 'userName' | 'payoutKes' | 'pointsToWithdraw'>
/** `row`: of a statement, which proves it. Without one staff type what does. */
type Props = {
  kind: CorrectionKind
  withdrawal: Corrected
  row?: { id: string; receipt: string | null; cause: ReturnCause }
  onClose: () => void
}

/** Ask a second person to book money that came back, arrived late or arrived twice. */
export function CorrectForm({ kind, withdrawal, row, onClose }: Props) {
  const t = useT()
  const isReturn = kind === 'returned'
  const form = useForm({
    initialValues: {
      cause: row?.cause ?? ('bank' as ReturnCause),
      receipt: row?.receipt ?? '',
      note: '',
      evidence: '',
      isMembers: true,
    },
    validate: {
      evidence: (text) => (row || text.trim() ? null : t('correct.evidenceMissing')),
      note: (text) => (isReturn && !text.trim() ? t('admin.reasonMissing') : null),
      receipt: (text) => (!isReturn && !text.trim() ? t('admin.receiptMissing') : null),
    },
  })
  const { correct, isPending } = useCorrectPayout(onClose, (error) => showFieldErrors(form, error))
  const submit = ({ cause, receipt, note, evidence, isMembers }: typeof form.values) =>
    correct({
      id: withdrawal.id,
      kind,
      evidence,
      isMembers,
      ...(isReturn && { cause, note }),
      ...(receipt.trim() && { receipt: receipt.trim() }),
      ...(row && { rowId: row.id }),
    })
  const facts = {
    name: withdrawal.userName,
    kes: formatKes(withdrawal.payoutKes),
    points: withdrawal.pointsToWithdraw,
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <Text c="dimmed">{t(`correct.${kind}Text`, facts)}</Text>
        {isReturn && (
          <NativeSelect
            label={t('correct.cause')}
            data={RETURN_CAUSES.map((value) => ({ value, label: t(`correctCause.${value}`) }))}
            data-autofocus
            {...form.getInputProps('cause')}
          />
        )}
        <TextInput
          label={t(isReturn ? 'correct.receiptOfReturn' : 'correct.receipt')}
          maxLength={40}
          {...form.getInputProps('receipt')}
        />
        <Textarea
          label={t(row ? 'correct.moreEvidence' : 'correct.evidence')}
          description={row ? undefined : t('correct.evidenceHint')}
          maxLength={500}
          rows={2}
          {...form.getInputProps('evidence')}
        />
        {isReturn && (
          <Textarea label={t('correct.note')} maxLength={500} rows={2} {...form.getInputProps('note')} />
        )}
        {kind !== 'late' && (
          <Checkbox
            label={t(isReturn ? 'correct.pointsBack' : 'correct.owes')}
            {...form.getInputProps('isMembers', { type: 'checkbox' })}
          />
        )}
        <DialogButtons action={t('correct.send')} isPending={isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** Send a correction to a second person, report the outcome and reload the lists. `showProblems` shows what is wrong at its field. */
function useCorrectPayout(onAsked: () => void, showProblems: (error: unknown) => boolean) {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.correctPayout.useMutation({
    onSuccess: onAsked,
    onError: (error) => {
      if (showPending(error)) return onAsked()
      if (showProblems(error)) return
      showToast({
        kind: 'error',
        title: t('correct.failed'),
        message: serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () =>
      Promise.all([utils.admin.listWithdrawals.invalidate(), utils.admin.listWaiting.invalidate()]),
  })
  const correct = useSingleFlight(async (input: RouterInputs['admin']['correctPayout']) => {
    await request.mutateAsync(input).catch(() => undefined)
  })
  return { correct, isPending: request.isPending }
}
