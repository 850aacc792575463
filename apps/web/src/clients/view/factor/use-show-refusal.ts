import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../../../i18n/use-t.ts'
import { isApiError, serverMessage } from '../../../trpc.ts'
import { showToast } from '../../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'

/** Show a refusal at the field it is about, otherwise in a toast. */
export function useShowRefusal<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  title?: string,
) {
  const t = useT()
  return (error: unknown) => {
    if (showFieldErrors(form, error)) return
    const message = serverMessage(error, t('state.failedText'))
    if (isApiError(error) && error.data?.appCode === 'WRONG_PASSWORD') {
      form.setFieldError('password', message)
      return form.getInputNode('password')?.focus()
    }
    showToast({ kind: 'error', title: title ?? t('client.factorFailed'), message })
  }
}
