import { type UseFormInput, useForm } from '@mantine/form'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { isPending } from '../show-pending.ts'
import { useShowRefusal } from '../use-show-refusal.ts'

type Options<Values extends Record<string, unknown>, Issued> = UseFormInput<Values> & {
  /** The form that shows validation errors. */
  refusedField: keyof Values & string
  /** Shows the secret, which only this answer contains. */
  onIssued: (issued: Issued) => void
  refresh: () => Promise<unknown>
}

/** Create something whose secret is shown once. The form is cleared on success and keeps its values on refusal. */
export function useIssueForm<Values extends Record<string, unknown>, Issued>({
  refusedField,
  onIssued,
  refresh,
  ...options
}: Options<Values, Issued>) {
  const form = useForm<Values>(options)
  const showRefusal = useShowRefusal(form, refusedField)
  const handlers = {
    onSuccess: (issued: Issued) => {
      form.reset()
      onIssued(issued)
      return refresh()
    },
    onError: (error: unknown) => {
      showRefusal(error)
      // It was taken, and waits: nothing of it is left to send again.
      if (isPending(error)) form.reset()
    },
  }
  const submitWith = (act: (values: Values) => void) => form.onSubmit(act, focusFirstError(form))
  return { form, handlers, submitWith }
}
