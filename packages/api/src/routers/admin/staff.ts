import * as staffContract from '@chuma/contract/admin/staff'
import { changeStaffEmail } from '@chuma/core/admin/mailboxes/change-staff-email'
import { setPersonOfStaff } from '@chuma/core/admin/people/people'
import {
  disableStaff,
  enableStaff,
  issueStaff,
  resetStaff,
  setStaffRole,
} from '@chuma/core/admin/staff/manage-staff'
import { listStaff } from '@chuma/db/queries/admin/staff'
import { listPeople } from '@chuma/db/queries/auth/people'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

const manageStaff = staffProcedure('staff:manage', 'critical')

/** Part of `admin`: staff accounts, for owners. */
export const staffProcedures = {
  listStaff: staffProcedure('staff:manage')
    .meta({ rest: route('GET /admin/staff', 'Staff accounts') })
    .output(z.array(staffContract.staffAccount))
    .query(({ ctx }) => listStaff(ctx.deps.db)),

  createStaff: manageStaff
    .meta({
      rest: route('POST /admin/staff', 'Create a staff account', {
        description: 'Its first password is only in this answer, and expires in 7 days.',
        status: 201,
      }),
    })
    .input(staffContract.createStaffInput)
    .output(staffContract.issuedPassword)
    .mutation(({ ctx, input }) => issueStaff(ctx.deps, ctx.staff, input)),

  setStaffRole: manageStaff
    .meta({
      rest: route('PUT /admin/staff/:id/role', 'Change the role of a staff account', {
        errors: ['LAST_OWNER'],
      }),
    })
    .input(staffContract.setStaffRoleInput)
    .output(staffContract.staffAccount)
    .mutation(({ ctx, input }) => setStaffRole(ctx.deps, ctx.staff, input)),

  setStaffEmail: manageStaff
    .meta({
      rest: route('PUT /admin/staff/:id/email', 'Set the email address of a staff account', {
        description: 'News for owners goes there. The owners and the previous address are told. Null: none.',
      }),
    })
    .input(staffContract.setStaffEmailInput)
    .output(staffContract.staffAccount)
    .mutation(({ ctx, input }) => changeStaffEmail(ctx.deps, ctx.staff, input)),

  listPeople: staffProcedure('staff:manage')
    .meta({ rest: route('GET /admin/people', 'The people on the staff, with all their accounts') })
    .output(z.array(staffContract.person))
    .query(({ ctx }) => listPeople(ctx.deps.db)),

  setPersonOfStaff: manageStaff
    .meta({
      rest: route('PUT /admin/staff/:id/person', 'Say whose a staff account is', {
        description: 'Rules that need somebody else compare people. Null: a person without another account.',
        errors: ['OWN_ACCOUNT'],
      }),
    })
    .input(staffContract.setPersonOfStaffInput)
    .output(staffContract.staffAccount)
    .mutation(({ ctx, input }) => setPersonOfStaff(ctx.deps, ctx.staff, input)),

  disableStaff: manageStaff
    .meta({
      rest: route('POST /admin/staff/:id/disable', 'Disable a staff account', {
        errors: ['ACCOUNT_STATE', 'LAST_OWNER'],
      }),
    })
    .input(staffContract.staffIdInput)
    .output(staffContract.staffAccount)
    .mutation(({ ctx, input }) => disableStaff(ctx.deps, ctx.staff, input)),

  enableStaff: manageStaff
    .meta({
      rest: route('POST /admin/staff/:id/enable', 'Enable a staff account', {
        errors: ['ACCOUNT_STATE', 'LAST_OWNER'],
      }),
    })
    .input(staffContract.staffIdInput)
    .output(staffContract.staffAccount)
    .mutation(({ ctx, input }) => enableStaff(ctx.deps, ctx.staff, input)),

  resetStaff: manageStaff
    .meta({
      rest: route('POST /admin/staff/:id/reset', 'Reset the password of a staff account', {
        description:
          'Issues a new first password, removes the second factor, ends all sessions and enables the account.',
        errors: ['LAST_OWNER', 'OWN_ACCOUNT'],
      }),
    })
    .input(staffContract.staffIdInput)
    .output(staffContract.issuedPassword)
    .mutation(({ ctx, input }) => resetStaff(ctx.deps, ctx.staff, input)),
}
