import type { ApprovalRequest } from '@chuma/contract/admin/approvals'
import { isUnproven } from '../../auth/way-back.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useShowFailure } from '../use-show-failure.ts'

export type Step = 'approve' | 'refuse' | 'withdraw'

type Options = {
  request: ApprovalRequest
  step: Step
  onClose: () => void
  /** Shows a refusal at the field it is about; false if it is about none. */
  onRefused: (error: unknown) => boolean
}

export function useDecideApproval({ request: { id: approvalId }, step, onClose, onRefused }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  // An approval changes what it was about: points, a withdrawal, rates.
  const refresh = () => Promise.all([utils.admin.invalidate(), utils.partners.invalidate()])
  const handlers = {
    onSuccess: () => {
      showToast({ kind: 'success', title: t(`approvals.${step}Done`) })
      onClose()
      return refresh()
    },
    onError: (error: unknown) => {
      if (onRefused(error)) return undefined
      showFailure(error)
      // Someone who did not confirm who they are can do so from the same dialog.
      if (isUnproven(error)) return undefined
      // Someone else decided first, or what it was about has changed: this screen is out of date.
      onClose()
      return refresh()
    },
  }
  const decision = trpc.admin.decideApproval.useMutation(handlers)
  const withdrawal = trpc.admin.withdrawApproval.useMutation(handlers)
  const decide = (note: string) =>
    step === 'withdraw'
      ? withdrawal.mutate({ approvalId })
      : decision.mutate({ approvalId, decision: step, note })
  return { decide, isPending: decision.isPending || withdrawal.isPending }
}
