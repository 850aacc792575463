import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'

type FormProps = {
  /** What the action does. */
  text: string
  /** What the field asks for, and says when it is empty. Without them: the reason. */
  label?: string
  hint?: string
  missing?: string
  maxLength?: number
  /** What the button says. */
  action: string
  isDanger?: boolean
  isPending: boolean
  /** What the server has against the reason that was sent. */
  problem?: string | null
  onSend: (reason: string) => void
  onClose: () => void
  /** Before the text. */
  children?: ReactNode
}
type Props = FormProps & { title: string; opened?: boolean }

/** Asks for a reason, which others read, before an action. */
export function ReasonDialog({ title, opened = true, ...form }: Props) {
  return (
    <Dialog {...{ title, opened }} onClose={form.onClose}>
      <ReasonForm {...form} />
    </Dialog>
  )
}

/** Of its own, so that it is empty each time the dialog opens. */
function ReasonForm({ maxLength = 500, isDanger = false, problem = null, ...props }: FormProps) {
  const { text, hint, action, isPending, onSend, onClose, children } = props
  const t = useT()
  const { label = t('admin.reason'), missing = t('admin.reasonMissing') } = props
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : missing) },
  })
  return (
    <form onSubmit={form.onSubmit(({ reason }) => onSend(reason), focusFirstError(form))} noValidate>
      <Stack>
        {children}
        <Text c="dimmed">{text}</Text>
        <Textarea
          {...{ label, maxLength }}
          {...(hint && { description: hint })}
          rows={3}
          data-autofocus
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? problem}
        />
        <DialogButtons action={action} isPending={isPending} isDanger={isDanger} onCancel={onClose} />
      </Stack>
    </form>
  )
}
