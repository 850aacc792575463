import {
  memberIdInput,
  memberStanding,
  setMemberRoleInput,
  suspendMemberInput,
} from '@chuma/contract/account/member-standing'
import { setPersonOfMemberInput } from '@chuma/contract/admin/people'
import { message } from '@chuma/contract/auth/auth'
import { endMemberSessions, restoreMember, suspendMember } from '@chuma/core/account/members'
import { setMemberRole } from '@chuma/core/account/members/set-member-role'
import { setPersonOfMember } from '@chuma/core/admin/people/people'
import { notice } from '@chuma/core/notice'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: suspending members and other decisions about their accounts. */
export const memberStandingProcedures = {
  setMemberRole: staffProcedure('staff:manage', 'critical')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/users/:id/role',
        summary: "Set or remove a member's admin role",
        errors: ['ACCOUNT_STATE', 'OWN_ACCOUNT'],
        params: { id: 'memberId' },
      },
    })
    .input(setMemberRoleInput)
    .output(memberStanding)
    .mutation(({ ctx, input }) => setMemberRole(ctx.deps, ctx.staff, input)),

  setPersonOfMember: staffProcedure('staff:manage', 'critical')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/users/:id/person',
        summary: "Say whose a member's account is",
        description: 'Nobody decides about an account of their own. Null: nobody’s on the staff.',
        errors: ['OWN_ACCOUNT'],
        params: { id: 'memberId' },
      },
    })
    .input(setPersonOfMemberInput)
    .output(memberStanding)
    .mutation(({ ctx, input }) => setPersonOfMember(ctx.deps, ctx.staff, input)),

  suspendMember: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/suspend',
        summary: 'Suspend a member',
        description: 'Ends their sessions and mails them the reason. They keep their points.',
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      },
    })
    .input(suspendMemberInput)
    .output(memberStanding)
    .mutation(({ ctx, input }) => suspendMember(ctx.deps, ctx.staff, input)),

  restoreMember: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/restore',
        summary: "End a member's suspension",
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      },
    })
    .input(memberIdInput)
    .output(memberStanding)
    .mutation(({ ctx, input }) => restoreMember(ctx.deps, ctx.staff, input)),

  endMemberSessions: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/end-sessions',
        summary: 'Sign a member out everywhere',
        example: showNotice(notice('MEMBER_SIGNED_OUT')),
        params: { id: 'memberId' },
      },
    })
    .input(memberIdInput)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, endMemberSessions(ctx.deps, ctx.staff, input))),
}
