import type { UseFormReturnType } from '@mantine/form'
import { isApiError } from '../../trpc.ts'

type Refusal<Values> = { field: keyof Values & string; error: unknown }

/** Says at the field that its password is not the member's. Answers whether that was it. */
export function showWrongPassword<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { field, error }: Refusal<Values>,
): boolean {
  if (!isApiError(error) || error.data?.appCode !== 'WRONG_PASSWORD') return false
  form.setFieldError(field, error.message)
  form.getInputNode(field)?.focus()
  return true
}
