import { Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'

type Props<Values> = {
  form: UseFormReturnType<Values>
  submitLabel: string
  isSaving: boolean
  onSave: (values: Values) => void
  onCancel: () => void
  /** What the change does, above the reason. */
  children: ReactNode
}

/** The end of every dialog that changes the economy: why, then cancel or save. */
export function ReasonForm<Values extends { reason: string }>(props: Props<Values>) {
  const { form, submitLabel, isSaving, onSave, onCancel, children } = props
  const t = useT()
  return (
    <form noValidate onSubmit={form.onSubmit(onSave)}>
      <Stack>
        {children}
        <Textarea
          label={t('economy.reason')}
          description={t('economy.reasonHint')}
          maxLength={500}
          rows={3}
          {...form.getInputProps('reason')}
        />
        <DialogButtons action={submitLabel} isPending={isSaving} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
