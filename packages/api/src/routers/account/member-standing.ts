import {
  memberIdInput,
  memberStanding,
  setMemberRoleInput,
  suspendMemberInput,
} from '@chuma/contract/account/member-standing'
import { message } from '@chuma/contract/auth/auth'
import { endMemberSessions } from '@chuma/core/account/members/end-member-sessions'
import { restoreMember } from '@chuma/core/account/members/restore-member'
import { setMemberRole } from '@chuma/core/account/members/set-member-role'
import { suspendMember } from '@chuma/core/account/members/suspend-member'
import { staffProcedure } from '../../trpc.ts'

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
