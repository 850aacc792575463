import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { formatKes } from '@chuma/contract/format-money'
import { type CorrectionKind, RETURN_CAUSES, type ReturnCause } from '@chuma/contract/payouts/corrections'
import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useCorrectPayout } from './use-correct-payout.ts'

type Props = { kind: CorrectionKind; withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

/** Ask a second person to book money that came back, arrived late or arrived twice. */
export function CorrectDialog({ kind, withdrawal, opened, onClose }: Props) {
  const t = useT()
  const isReturn = kind === 'returned'
  const form = useForm({
    initialValues: {
      cause: 'bank' as ReturnCause,
      receipt: '',
      note: '',
      evidence: '',
      isMembers: true,
    },
    validate: {
      evidence: (text) => (text.trim() ? null : t('correct.evidenceMissing')),
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
    })
  const facts = {
    name: withdrawal.userName,
    kes: formatKes(withdrawal.payoutKes),
    points: withdrawal.pointsToWithdraw,
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`correct.${kind}`)}>
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
            label={t('correct.evidence')}
            description={t('correct.evidenceHint')}
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('admin.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('correct.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
