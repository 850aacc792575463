import type { ApprovalRequest } from '@chuma/contract/admin/approvals/approvals'
import type { Translate } from '../../i18n/i18n.ts'

type Named = Pick<ApprovalRequest, 'kind' | 'after'>

/** Name what a request asks for; the same kind can go two ways, and a rejection is not called an approval. */
export function nameRequest(t: Translate, { kind, after }: Named): string {
  const to = typeof after === 'object' && !Array.isArray(after) ? { ...after } : {}
  switch (kind) {
    case 'decide-withdrawal':
      if (to.status === 'rejected' || to.status === 'paid')
        return t(`approvalTitle.decide-withdrawal.${to.status}`)
      break
    case 'correct-payout':
      if (to.kind === 'returned' || to.kind === 'late' || to.kind === 'duplicate')
        return t(`approvalTitle.correct-payout.${to.kind}`)
      break
    case 'decide-survey-review':
      if (to.state === 'paid' || to.state === 'rejected')
        return t(`approvalTitle.decide-survey-review.${to.state}`)
      break
    case 'set-member-role':
      if (to.role === null) return t('approvalTitle.set-member-role.removed')
      break
    case 'set-person-of-member':
      if (to.personId === null) return t('approvalTitle.set-person-of-member.removed')
  }
  return t(`approvalKind.${kind}`)
}
