import type { UseFormReturnType } from '@mantine/form'
import { showToast } from '../ui/show-toast.ts'
import type { WithdrawalForm } from './withdrawal-form.ts'

export type WithdrawalProblem = { title: string; message: string; fields: (keyof WithdrawalForm)[] }

/** Says what keeps the form from being sent, marks the fields and goes to the first of them. */
export function showProblem(
  form: UseFormReturnType<WithdrawalForm>,
  { title, message, fields }: WithdrawalProblem,
): void {
  form.setErrors(Object.fromEntries(fields.map((name) => [name, true])))
  if (fields[0]) form.getInputNode(fields[0])?.focus()
  showToast({ kind: 'error', title, message })
}
