import { Stack, Text, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { focusFirstError } from '../forms/show-field-errors.ts'
import { Dialog, DialogButtons } from './dialog.tsx'

/**
 * The form of a `ReasonDialog`, which also `useAction` needs. `field`: what the call names the reason. `missing`: what the
 * field says when it is empty.
 */
export function useReason(field = 'reason', missing?: string) {
  const t = useT()
  return useForm<Record<string, string>>({
    initialValues: { [field]: '' },
    validate: { [field]: (reason) => (reason?.trim() ? null : (missing ?? t('admin.reasonMissing'))) },
  })
}

type FormProps = {
  form: UseFormReturnType<Record<string, string>>
  /** What the action does. */
  text?: string
  /** What the field asks for. Without it: the reason. */
  label?: string
  hint?: string
  maxLength?: number
  /** What the button says. */
  action: string
  isDanger?: boolean
  isPending: boolean
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

function ReasonForm({ form, maxLength = 500, isDanger = false, ...props }: FormProps) {
  const { text, label, hint, action, isPending, onSend, onClose, children } = props
  const t = useT()
  const [field = ''] = Object.keys(form.getValues())
  // It is empty each time the dialog opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once it has closed
  useEffect(() => form.reset, [])
  const send = form.onSubmit((values) => onSend(values[field] ?? ''), focusFirstError(form))
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {children}
        {text && <Text c="dimmed">{text}</Text>}
        <Textarea
          label={label ?? t('word.reason')}
          maxLength={maxLength}
          {...(hint && { description: hint })}
          rows={3}
          data-autofocus
          {...form.getInputProps(field)}
        />
        <DialogButtons action={action} isPending={isPending} isDanger={isDanger} onCancel={onClose} />
      </Stack>
    </form>
  )
}
