import type { AdminMember } from '@chuma/contract/account/members'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { useManageMember } from './use-manage-member.ts'

type Values = { months: number | string; reason: string }

export function GrantDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const t = useT()
  const { grant, isPending } = useManageMember(onClose)
  const form = useForm<Values>({
    initialValues: { months: 1, reason: '' },
    validate: {
      months: (months) => (Number(months) >= 1 && Number(months) <= 24 ? null : t('member.monthsWrong')),
      reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')),
    },
  })
  const submit = ({ months, reason }: Values) =>
    grant({ memberId: member.id, months: Number(months), reason })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('member.grantTitle', { name: `${member.firstName} ${member.lastName}` })}
    >
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t('member.grantText')}</Text>
          <NumberInput
            label={t('member.months')}
            allowDecimal={false}
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('months')}
          />
          <Textarea label={t('admin.reason')} maxLength={500} rows={3} {...form.getInputProps('reason')} />
          <DialogButtons action={t('member.grant')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
