import type { UseFormReturnType } from '@mantine/form'
import { isApiError } from '../../trpc.ts'

type Refusal<Values> = { field: keyof Values & string; error: unknown }

/** Show a wrong password at its field. Returns whether that was the error. */
export function showWrongPassword<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { field, error }: Refusal<Values>,
): boolean {
  if (!isApiError(error) || error.data?.appCode !== 'WRONG_PASSWORD') return false
  form.setFieldError(field, error.message)
  form.getInputNode(field)?.focus()
  return true
}
