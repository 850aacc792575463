import { message } from '@chuma/contract/auth'
import {
  memberIdInput,
  memberStanding,
  setMemberRoleInput,
  suspendMemberInput,
} from '@chuma/contract/member-standing'
import { endMemberSessions } from '@chuma/core/admin/end-member-sessions'
import { restoreMember } from '@chuma/core/admin/restore-member'
import { setMemberRole } from '@chuma/core/admin/set-member-role'
import { suspendMember } from '@chuma/core/admin/suspend-member'
import { staffProcedure } from '../trpc.ts'

/** Of `admin`: what staff decide about a member's account. */
export const memberStandingProcedures = {
  setMemberRole: staffProcedure('staff:manage')
    .input(setMemberRoleInput)
    .output(memberStanding)
    .mutation(({ ctx, input }) => setMemberRole(ctx.deps, ctx.staff, input)),

  suspendMember: staffProcedure('members:suspend')
    .input(suspendMemberInput)
    .output(memberStanding)
    .mutation(({ ctx, input }) => suspendMember(ctx.deps, ctx.staff, input)),

  restoreMember: staffProcedure('members:suspend')
    .input(memberIdInput)
    .output(memberStanding)
    .mutation(({ ctx, input }) => restoreMember(ctx.deps, ctx.staff, input)),

  endMemberSessions: staffProcedure('members:suspend')
    .input(memberIdInput)
    .output(message)
    .mutation(({ ctx, input }) => endMemberSessions(ctx.deps, ctx.staff, input)),
}
