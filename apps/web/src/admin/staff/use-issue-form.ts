import { type UseFormInput, useForm } from '@mantine/form'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useShowRefusal } from '../use-show-refusal.ts'

type Options<Values extends Record<string, unknown>, Issued> = UseFormInput<Values> & {
  /** Where it is said that something typed was not right. */
  refusedField: keyof Values & string
  /** Shows what only this answer carries. */
  onIssued: (issued: Issued) => void
  refresh: () => Promise<unknown>
}

/** A form that makes something whose secret is shown once: emptied when it is made, kept as typed when it is refused. */
export function useIssueForm<Values extends Record<string, unknown>, Issued>({
  refusedField,
  onIssued,
  refresh,
  ...options
}: Options<Values, Issued>) {
  const form = useForm<Values>(options)
  const handlers = {
    onSuccess: (issued: Issued) => {
      form.reset()
      onIssued(issued)
      return refresh()
    },
    onError: useShowRefusal(form, refusedField),
  }
  const submitWith = (act: (values: Values) => void) => form.onSubmit(act, focusFirstError(form))
  return { form, handlers, submitWith }
}
