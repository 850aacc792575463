import { changePasswordInput, memberSession, sessionRef } from '@chuma/contract/account/account'
import { staffLoginInput, staffSession } from '@chuma/contract/admin/admin'
import {
  confirmSecondFactorInput,
  recoveryCodes,
  secondFactorProof,
  signedInStaffMember,
  startedSecondFactor,
  startSecondFactorInput,
} from '@chuma/contract/admin/staff'
import { message } from '@chuma/contract/auth/auth'
import { changeStaffPassword } from '@chuma/core/admin/staff/change-staff-password'
import { confirmSecondFactor } from '@chuma/core/admin/staff/confirm-second-factor'
import { endStaffSession } from '@chuma/core/admin/staff/end-staff-session'
import { getStaffMember } from '@chuma/core/admin/staff/get-staff-member'
import { listStaffSessions } from '@chuma/core/admin/staff/list-staff-sessions'
import { logInStaff } from '@chuma/core/admin/staff/log-in-staff'
import { logOutStaff } from '@chuma/core/admin/staff/log-out-staff'
import { removeSecondFactor } from '@chuma/core/admin/staff/remove-second-factor'
import { renewRecoveryCodes } from '@chuma/core/admin/staff/renew-recovery-codes'
import { startSecondFactor } from '@chuma/core/admin/staff/start-second-factor'
import * as z from 'zod'
import {
  newStaffAccountProcedure,
  newStaffPersonProcedure,
  publicProcedure,
  staffAccountProcedure,
} from '../../trpc.ts'

/** Of `admin`: what concerns the one who is signed in, and nobody else. */
export const staffAccountProcedures = {
  login: publicProcedure
    .input(staffLoginInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => logInStaff(ctx.deps, ctx.caller, input)),

  logout: newStaffAccountProcedure.output(message).mutation(({ ctx }) => logOutStaff(ctx.deps, ctx.staff)),

  getStaffMember: newStaffPersonProcedure
    .output(signedInStaffMember)
    .query(({ ctx }) => getStaffMember(ctx.caller)),

  changePassword: newStaffAccountProcedure
    .input(changePasswordInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => changeStaffPassword(ctx.deps, ctx.caller, input)),

  startSecondFactor: newStaffAccountProcedure
    .input(startSecondFactorInput)
    .output(startedSecondFactor)
    .mutation(({ ctx, input }) => startSecondFactor(ctx.deps, ctx.caller, input)),

  confirmSecondFactor: newStaffAccountProcedure
    .input(confirmSecondFactorInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.deps, ctx.caller, input)),

  removeSecondFactor: staffAccountProcedure
    .input(secondFactorProof)
    .output(message)
    .mutation(({ ctx, input }) => removeSecondFactor(ctx.deps, ctx.caller, input)),

  renewRecoveryCodes: staffAccountProcedure
    .input(secondFactorProof)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx.caller, input)),

  listSessions: staffAccountProcedure
    .output(z.array(memberSession))
    .query(({ ctx }) => listStaffSessions(ctx.deps, ctx.staff)),

  endSession: staffAccountProcedure
    .input(sessionRef)
    .output(message)
    .mutation(({ ctx, input }) => endStaffSession(ctx.deps, ctx.staff, input)),
}
