import {
  createStaffInput,
  issuedPassword,
  setStaffRoleInput,
  staffAccount,
  staffIdInput,
} from '@chuma/contract/admin/staff'
import { issueStaff } from '@chuma/core/admin/staff/create-staff'
import { disableStaff } from '@chuma/core/admin/staff/disable-staff'
import { enableStaff } from '@chuma/core/admin/staff/enable-staff'
import { resetStaff } from '@chuma/core/admin/staff/reset-staff'
import { setStaffRole } from '@chuma/core/admin/staff/set-staff-role'
import { listStaff } from '@chuma/db/queries/admin/staff'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

const manageStaff = staffProcedure('staff:manage')

/** Of `admin`: who is on the staff, which is for owners to say. */
export const staffProcedures = {
  listStaff: manageStaff.output(z.array(staffAccount)).query(({ ctx }) => listStaff(ctx.deps.db)),

  createStaff: manageStaff
    .input(createStaffInput)
    .output(issuedPassword)
    .mutation(({ ctx, input }) => issueStaff(ctx.deps, ctx.staff, input)),

  setStaffRole: manageStaff
    .input(setStaffRoleInput)
    .output(staffAccount)
    .mutation(({ ctx, input }) => setStaffRole(ctx.deps, ctx.staff, input)),

  disableStaff: manageStaff
    .input(staffIdInput)
    .output(staffAccount)
    .mutation(({ ctx, input }) => disableStaff(ctx.deps, ctx.staff, input)),

  enableStaff: manageStaff
    .input(staffIdInput)
    .output(staffAccount)
    .mutation(({ ctx, input }) => enableStaff(ctx.deps, ctx.staff, input)),

  resetStaff: manageStaff
    .input(staffIdInput)
    .output(issuedPassword)
    .mutation(({ ctx, input }) => resetStaff(ctx.deps, ctx.staff, input)),
}
