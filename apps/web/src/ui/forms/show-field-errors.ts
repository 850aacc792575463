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
