import { changePasswordInput, memberSession, sessionRef } from '@chuma/contract/account'
import { staffLoginInput, staffSession } from '@chuma/contract/admin'
import { message } from '@chuma/contract/auth'
import {
  confirmSecondFactorInput,
  recoveryCodes,
  secondFactorProof,
  signedInStaffMember,
  startedSecondFactor,
  startSecondFactorInput,
} from '@chuma/contract/staff'
import { changeStaffPassword } from '@chuma/core/admin/change-staff-password'
import { confirmSecondFactor } from '@chuma/core/admin/confirm-second-factor'
import { endStaffSession } from '@chuma/core/admin/end-staff-session'
import { getStaffMember } from '@chuma/core/admin/get-staff-member'
import { listStaffSessions } from '@chuma/core/admin/list-staff-sessions'
import { logInStaff } from '@chuma/core/admin/log-in-staff'
import { logOutStaff } from '@chuma/core/admin/log-out-staff'
import { removeSecondFactor } from '@chuma/core/admin/remove-second-factor'
import { renewRecoveryCodes } from '@chuma/core/admin/renew-recovery-codes'
import { startSecondFactor } from '@chuma/core/admin/start-second-factor'
import * as z from 'zod'
import {
  newStaffAccountProcedure,
  newStaffPersonProcedure,
  publicProcedure,
  staffAccountProcedure,
} from '../trpc.ts'

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
