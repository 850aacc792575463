import { formatKes } from '@chuma/contract/format-money'
import { type CorrectionKind, RETURN_CAUSES, type ReturnCause } from '@chuma/contract/payouts/destinations'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { DialogButtons } from '../../ui/dialogs/dialog.tsx'
import { useRefreshWithdrawals } from '../data.ts'

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
  // A second person decides.
  const correct = useAction(trpc.admin.correctPayout, {
    onAccepted: onClose,
    form,
    failure: { title: t('correct.failed'), offline: t('state.failedText') },
    onEnd: useRefreshWithdrawals(),
  })
  const submit = ({ cause, receipt, note, evidence, isMembers }: typeof form.values) =>
    correct.run({
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
        <DialogButtons action={t('correct.send')} isPending={correct.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
