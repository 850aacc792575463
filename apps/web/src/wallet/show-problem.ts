import type { UseFormReturnType } from '@mantine/form'
import { markFields } from '../ui/mark-fields.ts'
import { showToast } from '../ui/show-toast.ts'
import type { WithdrawalForm } from './withdrawal-form.ts'

export type WithdrawalProblem = { title: string; message: string; fields: (keyof WithdrawalForm)[] }

/** Says what keeps the form from being sent and goes to the field that it is about. */
export function showProblem(
  form: UseFormReturnType<WithdrawalForm>,
  { title, message, fields }: WithdrawalProblem,
): void {
  markFields(form, { names: fields, message })
  showToast({ kind: 'error', title, message })
}
