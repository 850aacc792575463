import type { UseFormReturnType } from '@mantine/form'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { markFields } from '../../ui/forms/mark-fields.ts'
import type { WithdrawalForm } from './withdrawal-form.ts'

export type WithdrawalProblem = { title: string; message: string; fields: (keyof WithdrawalForm)[] }

/** Report what blocks submitting and focus its field. */
export function showProblem(
  form: UseFormReturnType<WithdrawalForm>,
  { title, message, fields }: WithdrawalProblem,
): void {
  markFields(form, { names: fields, message })
  showToast({ kind: 'error', title, message })
}
