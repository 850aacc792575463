import { memberIdInput } from '@chuma/contract/account/member-standing'
import {
  addMemberNoteInput,
  adminMember,
  adminUser,
  editEarningsInput,
  listMemberAuditInput,
  listMemberNotesInput,
  listMembersInput,
  listMemberWorkInput,
  memberAuditEntry,
  memberNote,
  memberSessions,
  memberWork,
} from '@chuma/contract/account/members'
import { id } from '@chuma/contract/fields'
import { activity, listActivityInput } from '@chuma/contract/wallet/activity'
import { addMemberNote } from '@chuma/core/account/members/add-member-note'
import { editEarnings } from '@chuma/core/account/members/edit-earnings'
import { getMember } from '@chuma/core/account/members/get-member'
import { listMemberSessions } from '@chuma/core/account/members/list-member-sessions'
import { listMembers } from '@chuma/core/account/members/list-members'
import { listMemberAudit, listMemberWork } from '@chuma/db/queries/account/admin-member'
import { listNotes } from '@chuma/db/queries/account/member-notes'
import { listActivity } from '@chuma/db/queries/wallet/activity'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Of `admin`: who the members are, and what is known about one of them. */
export const memberProcedures = {
  listMembers: staffProcedure('members:read')
    .input(listMembersInput)
    .output(z.array(adminUser))
    .query(({ ctx, input }) => listMembers(ctx.deps, input)),

  getMember: staffProcedure('members:read')
    .input(memberIdInput)
    .output(adminMember)
    .query(({ ctx, input }) => getMember(ctx.deps, input)),

  editEarnings: staffProcedure('members:edit')
    .input(editEarningsInput)
    .output(adminUser)
    .mutation(({ ctx, input }) => editEarnings(ctx.deps, ctx.staff, input)),

  listMemberActivity: staffProcedure('members:read')
    .input(listActivityInput.extend({ memberId: id }))
    .output(z.array(activity))
    .query(({ ctx, input: { memberId, ...page } }) => listActivity(ctx.deps.db, memberId, page)),

  listMemberWork: staffProcedure('members:read')
    .input(listMemberWorkInput)
    .output(z.array(memberWork))
    .query(({ ctx, input }) => listMemberWork(ctx.deps.db, input)),

  listMemberSessions: staffProcedure('members:read')
    .input(memberIdInput)
    .output(memberSessions)
    .query(({ ctx, input }) => listMemberSessions(ctx.deps, input)),

  listMemberAudit: staffProcedure('audit:read')
    .input(listMemberAuditInput)
    .output(z.array(memberAuditEntry))
    .query(({ ctx, input }) => listMemberAudit(ctx.deps.db, input)),

  listMemberNotes: staffProcedure('members:read')
    .input(listMemberNotesInput)
    .output(z.array(memberNote))
    .query(({ ctx, input }) => listNotes(ctx.deps.db, input)),

  addMemberNote: staffProcedure('members:edit')
    .input(addMemberNoteInput)
    .output(memberNote)
    .mutation(({ ctx, input }) =>
      addMemberNote(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),
}
