import { accountChange } from '@chuma/contract/account/account'
import * as members from '@chuma/contract/account/members'
import { setPersonOfMemberInput } from '@chuma/contract/admin/staff'
import { message } from '@chuma/contract/auth/auth'
import { id } from '@chuma/contract/fields'
import { shownProfile, shownProfileInput } from '@chuma/contract/profile/profile'
import { activity, listActivityInput } from '@chuma/contract/wallet/wallet'
import {
  addMemberNote,
  endMemberSessions,
  getMember,
  listMemberSessions,
  listMembers,
  restoreMember,
  suspendMember,
} from '@chuma/core/account/members'
import { setPersonOfMember } from '@chuma/core/admin/people/people'
import { setMemberRole } from '@chuma/core/admin/staff/set-member-role'
import { notice } from '@chuma/core/notice'
import { maskAddress } from '@chuma/core/payouts/details'
import { showMemberProfile } from '@chuma/core/profile/profile'
import { editEarnings } from '@chuma/core/wallet/edit-earnings'
import { listMemberAudit, listMemberWork } from '@chuma/db/queries/account/admin-members'
import { listAccountChanges, listNotes } from '@chuma/db/queries/account/member-standing'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the list of members, and everything about one member. */
export const memberProcedures = {
  listMembers: staffProcedure('members:read')
    .meta({
      rest: route('GET /admin/users', 'Members', {
        description:
          '`search`: parts of a name or an address, a whole id, or an M-Pesa number. The next page starts `after` the last id of this one.',
      }),
    })
    .input(members.listMembersInput)
    .output(z.array(members.adminUser))
    .query(async ({ ctx, input }) =>
      (await listMembers(ctx.deps, input)).map((member) => maskAddress(ctx.caller, member)),
    ),

  getMember: staffProcedure('members:read')
    .meta({ rest: route('GET /admin/users/:id', 'One member', { params: { id: 'memberId' } }) })
    .input(members.memberIdInput)
    .output(members.adminMember)
    .query(async ({ ctx, input }) => maskAddress(ctx.caller, await getMember(ctx.deps, input))),

  showMemberProfile: staffProcedure('profiles:read', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/profile', 'What a member told about themselves', {
        description: 'Every call is in the audit log.',
        errors: ['NOT_FOUND'],
        params: { id: 'memberId' },
      }),
    })
    .input(shownProfileInput)
    .output(shownProfile)
    .mutation(({ ctx, input }) => showMemberProfile(ctx.deps, ctx.staff, input)),

  editEarnings: staffProcedure('members:edit', 'routine')
    .meta({
      rest: route('PUT /admin/users/:id/earnings', 'Correct the points and the total of a member', {
        description:
          'Sets both to the given values, each on its own. The difference in points is posted to the member’s ledger. With `from`, values that changed in the meantime are answered with 409.',
        errors: ['INSUFFICIENT_POINTS', 'MEMBER_STATE'],
        params: { id: 'memberId' },
      }),
    })
    .input(members.editEarningsInput)
    .output(members.adminUser)
    .mutation(({ ctx, input }) => editEarnings(ctx.deps, ctx.staff, input)),

  listMemberActivity: staffProcedure('members:read')
    .meta({
      rest: route(
        'GET /admin/users/:id/activity',
        'A member’s activity, pending points included, newest first',
        {
          params: { id: 'memberId' },
        },
      ),
    })
    .input(listActivityInput.extend({ memberId: id }))
    .output(z.array(activity))
    .query(({ ctx, input: { memberId, ...page } }) => listActivity(ctx.deps.db, memberId, page)),

  listMemberWork: staffProcedure('members:read')
    .meta({
      rest: route(
        'GET /admin/users/:id/work',
        'Surveys a member took, links they opened or proofs they submitted, newest first',
        {
          params: { id: 'memberId' },
        },
      ),
    })
    .input(members.listMemberWorkInput)
    .output(z.array(members.memberWork))
    .query(({ ctx, input }) => listMemberWork(ctx.deps.db, input)),

  listMemberSessions: staffProcedure('members:read')
    .meta({
      rest: route(
        'GET /admin/users/:id/sessions',
        'Where a member signed in, and who else was seen on the same device',
        {
          params: { id: 'memberId' },
        },
      ),
    })
    .input(members.memberIdInput)
    .output(members.memberSessions)
    .query(async ({ ctx, input }) => {
      const { sessions, others } = await listMemberSessions(ctx.deps, input)
      return { sessions, others: others.map((member) => maskAddress(ctx.caller, member)) }
    }),

  listMemberSecurityEvents: staffProcedure('members:read')
    .meta({
      rest: route(
        'GET /admin/users/:id/security-events',
        'A member’s last 100 security events: new devices, passwords, passkeys, second factors and addresses',
        {
          params: { id: 'memberId' },
        },
      ),
    })
    .input(members.memberIdInput)
    .output(z.array(accountChange))
    .query(({ ctx, input }) => listAccountChanges(ctx.deps.db, { ...input, limit: 100 })),

  listMemberAudit: staffProcedure('audit:read')
    .meta({
      rest: route('GET /admin/users/:id/audit', 'Audit entries about a member, newest first', {
        params: { id: 'memberId' },
      }),
    })
    .input(members.listMemberAuditInput)
    .output(z.array(members.memberAuditEntry))
    .query(({ ctx, input }) => listMemberAudit(ctx.deps.db, input)),

  listMemberNotes: staffProcedure('members:read')
    .meta({
      rest: route('GET /admin/users/:id/notes', 'Staff notes about a member, newest first', {
        params: { id: 'memberId' },
      }),
    })
    .input(members.listMemberNotesInput)
    .output(z.array(members.memberNote))
    .query(({ ctx, input }) => listNotes(ctx.deps.db, input)),

  addMemberNote: staffProcedure('members:edit', 'routine')
    .meta({
      rest: route('POST /admin/users/:id/notes', 'Add a note about a member', {
        errors: ['KEY_REUSED'],
        params: { id: 'memberId' },
      }),
    })
    .input(members.addMemberNoteInput)
    .output(members.memberNote)
    .mutation(({ ctx, input }) =>
      addMemberNote(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),
}

/** Part of `admin`: suspending members and other decisions about their accounts. */
export const memberStandingProcedures = {
  setMemberRole: staffProcedure('staff:manage', 'critical')
    .meta({
      rest: route('PUT /admin/users/:id/role', "Set or remove a member's admin role", {
        errors: ['ACCOUNT_STATE', 'OWN_ACCOUNT'],
        params: { id: 'memberId' },
      }),
    })
    .input(members.setMemberRoleInput)
    .output(members.memberStanding)
    .mutation(({ ctx, input }) => setMemberRole(ctx.deps, ctx.staff, input)),

  setPersonOfMember: staffProcedure('staff:manage', 'critical')
    .meta({
      rest: route('PUT /admin/users/:id/person', "Say whose a member's account is", {
        description: 'Nobody decides about an account of their own. Null: nobody’s on the staff.',
        errors: ['OWN_ACCOUNT'],
        params: { id: 'memberId' },
      }),
    })
    .input(setPersonOfMemberInput)
    .output(members.memberStanding)
    .mutation(({ ctx, input }) => setPersonOfMember(ctx.deps, ctx.staff, input)),

  suspendMember: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/suspend', 'Suspend a member', {
        description: 'Ends their sessions and mails them the reason. They keep their points.',
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      }),
    })
    .input(members.suspendMemberInput)
    .output(members.memberStanding)
    .mutation(({ ctx, input }) => suspendMember(ctx.deps, ctx.staff, input)),

  restoreMember: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/restore', "End a member's suspension", {
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      }),
    })
    .input(members.memberIdInput)
    .output(members.memberStanding)
    .mutation(({ ctx, input }) => restoreMember(ctx.deps, ctx.staff, input)),

  endMemberSessions: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/end-sessions', 'Sign a member out everywhere', {
        example: showNotice(notice('MEMBER_SIGNED_OUT')),
        params: { id: 'memberId' },
      }),
    })
    .input(members.memberIdInput)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, endMemberSessions(ctx.deps, ctx.staff, input))),
}
