import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useSavedDetails } from '../destinations/use-saved-details.ts'
import { chooseNew, chooseSaved, startWithdrawal, type WithdrawalForm } from './withdrawal-form.ts'

/** The form of a withdrawal. The saved destination that was used last is chosen, and followed when the list changes. */
export function useWithdrawalForm(methods: readonly WithdrawalMethod[]) {
  const saved = useSavedDetails(methods)
  const form = useForm<WithdrawalForm>({ initialValues: startWithdrawal(saved) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list changes, not while the member types
  useEffect(() => {
    const { pointsToWithdraw, withdrawalMethod, isSaved } = form.getValues()
    form.setInitialValues(startWithdrawal(saved))
    if (!isSaved && withdrawalMethod !== '') return
    const current = saved.find((details) => details.withdrawalMethod === withdrawalMethod)
    if (!pointsToWithdraw) form.setValues(startWithdrawal(saved))
    else form.setValues(current ? chooseSaved(current) : chooseNew(''))
  }, [saved])
  return { form, saved }
}
