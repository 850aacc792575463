import type { UseFormReturnType } from '@mantine/form'
import { isApiError } from '../../trpc.ts'

/** Show the server's field errors at their fields. Returns whether there were any. */
export function showFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): boolean {
  const fieldErrors = isApiError(error) ? error.data?.fieldErrors : null
  const first = Object.entries(fieldErrors ?? {}).flatMap(([field, messages]) =>
    messages?.[0] ? [[field, messages[0]] as const] : [],
  )
  if (first.length === 0) return false
  form.setErrors(Object.fromEntries(first))
  const [field] = first[0] ?? []
  if (field) form.getInputNode(field)?.focus()
  return true
}

type Wrong<Values> = {
  names: readonly (keyof Values & string)[]
  /** The text of the toast. It stays at the field until that is changed; the toast is soon gone. */
  message: string
}

/** Mark fields as invalid and focus the first. */
export function markFields<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { names, message }: Wrong<Values>,
): void {
  form.setErrors(Object.fromEntries(names.map((name) => [name, message])))
  const [first] = names
  if (first) form.getInputNode(first)?.focus()
}

/** Focus the first invalid field, in `form.onSubmit`. */
export function focusFirstError<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return (errors: object) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
}
