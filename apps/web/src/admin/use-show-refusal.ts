import type { UseFormReturnType } from '@mantine/form'
import { isApiError } from '../trpc.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { useShowFailure } from './use-show-failure.ts'

/** Show a refusal at the field it is about, otherwise in a toast. */
export function useShowRefusal<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  passwordField: keyof Values & string,
) {
  const showFailure = useShowFailure()
  return (error: unknown) => {
    if (showFieldErrors(form, error)) return
    if (!isApiError(error) || error.data?.appCode !== 'WRONG_PASSWORD') return showFailure(error)
    form.setFieldError(passwordField, error.message)
    form.getInputNode(passwordField)?.focus()
  }
}
