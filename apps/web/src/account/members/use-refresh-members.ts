import { trpc } from '../../trpc.ts'

/** Reload members wherever one is on screen. */
export function useRefreshMembers(): () => void {
  const { admin } = trpc.useUtils()
  return () => {
    void admin.listMembers.invalidate()
    void admin.getMember.invalidate()
    void admin.listMemberActivity.invalidate()
    void admin.listMemberSessions.invalidate()
    void admin.listMemberSecurityEvents.invalidate()
    void admin.listMemberAudit.invalidate()
    void admin.listPremiumPayments.invalidate()
  }
}
