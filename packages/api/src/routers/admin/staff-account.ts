import { changePasswordInput, memberSession, sessionRef } from '@chuma/contract/account/account'
import { staffLoginInput, staffSession } from '@chuma/contract/admin/admin'
import {
  confirmSecondFactorInput,
  recoveryCodes,
  secondFactorProofInput,
  setOwnEmailInput,
  signedInStaffMember,
  staffAccount,
  startedSecondFactor,
  startSecondFactorInput,
} from '@chuma/contract/admin/staff'
import { message } from '@chuma/contract/auth/auth'
import { staffLoginRules } from '@chuma/contract/auth/auth-rules'
import { stepUpInput } from '@chuma/contract/auth/step-up'
import { findFirstBroken } from '@chuma/contract/first-problem'
import { changeOwnEmail } from '@chuma/core/admin/mailboxes/change-staff-email'
import {
  changeStaffPassword,
  confirmSecondFactor,
  getStaffMember,
  logInStaff,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@chuma/core/admin/staff/own-staff-account'
import { endStaffSession, listStaffSessions, logOutStaff } from '@chuma/core/admin/staff/staff-sessions'
import { stepUp } from '@chuma/core/auth/step-up/step-up'
import { notice } from '@chuma/core/notice'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import {
  newStaffAccountProcedure,
  newStaffPersonProcedure,
  publicProcedure,
  staffAccountProcedure,
  staffPersonProcedure,
} from '../../trpc.ts'

/** Part of `admin`: the caller's own staff account. */
export const staffAccountProcedures = {
  login: publicProcedure
    .meta({
      explain: (_, refused) => findFirstBroken(staffLoginRules, refused),
      rest: {
        method: 'POST',
        path: '/admin/login',
        summary: 'Sign in as staff',
        description:
          'Answers 401 with SECOND_FACTOR_REQUIRED if the password is right and a `code` is needed too.',
        errors: [
          'INVALID_STAFF_CREDENTIALS',
          'PROOF_OF_WORK_REQUIRED',
          'SECOND_FACTOR_INVALID',
          'SECOND_FACTOR_REQUIRED',
          'SECRET_LOST',
        ],
      },
    })
    .input(staffLoginInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => logInStaff(ctx.deps, ctx.caller, input)),

  logout: newStaffAccountProcedure
    .meta({
      risk: 'routine',
      rest: {
        method: 'POST',
        path: '/admin/logout',
        summary: 'End this session',
        example: showNotice(notice('SIGNED_OUT')),
      },
    })
    .output(message)
    .mutation(({ ctx }) => wordMessage(ctx.caller, logOutStaff(ctx.deps, ctx.staff))),

  getStaffMember: newStaffPersonProcedure
    .meta({ rest: { method: 'GET', path: '/admin/me', summary: 'My staff account and permissions' } })
    .output(signedInStaffMember)
    .query(({ ctx }) => getStaffMember(ctx.deps, ctx.caller)),

  setOwnEmail: staffAccountProcedure
    .meta({
      risk: 'critical',
      rest: {
        method: 'PUT',
        path: '/admin/me/email',
        summary: 'Set my email address',
        description: 'The owners and the previous address are told. Null: none.',
      },
    })
    .input(setOwnEmailInput)
    .output(staffAccount)
    .mutation(({ ctx, input }) => changeOwnEmail(ctx.deps, ctx.staff, input)),

  changePassword: newStaffAccountProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: {
        method: 'PUT',
        path: '/admin/password',
        summary: 'Change my password',
        description: 'Ends every session of the account and returns a new one.',
        errors: ['WRONG_PASSWORD'],
      },
    })
    .input(changePasswordInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => changeStaffPassword(ctx.deps, ctx.caller, input)),

  startSecondFactor: newStaffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: {
        method: 'POST',
        path: '/admin/second-factor',
        summary: 'Start setting up my second factor',
        errors: ['SECOND_FACTOR_ON', 'WRONG_PASSWORD'],
      },
    })
    .input(startSecondFactorInput)
    .output(startedSecondFactor)
    .mutation(({ ctx, input }) => startSecondFactor(ctx.deps, ctx.caller, input)),

  confirmSecondFactor: newStaffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: {
        method: 'POST',
        path: '/admin/second-factor/confirm',
        summary: 'Turn on my second factor with a first code',
        errors: ['NOT_FOUND', 'SECOND_FACTOR_ON'],
      },
    })
    .input(confirmSecondFactorInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.deps, ctx.caller, input)),

  removeSecondFactor: staffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: {
        method: 'POST',
        path: '/admin/second-factor/remove',
        summary: 'Turn off my second factor',
        example: showNotice(notice('SECOND_FACTOR_OFF')),
        errors: ['NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      },
    })
    .input(secondFactorProofInput)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, removeSecondFactor(ctx.deps, ctx.caller, input))),

  renewRecoveryCodes: staffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: {
        method: 'POST',
        path: '/admin/second-factor/recovery-codes',
        summary: 'Replace my recovery codes',
        errors: ['NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      },
    })
    .input(secondFactorProofInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx.caller, input)),

  stepUp: newStaffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: {
        method: 'POST',
        path: '/admin/step-up',
        summary: 'Prove who I am, before a critical call',
        description:
          'Counts for 5 minutes, for this session alone. The error STEP_UP_REQUIRED names the ways of the account.',
        example: showNotice(notice('STEPPED_UP')),
        errors: ['SECRET_LOST', 'STEP_UP_REQUIRED', 'WRONG_PASSWORD'],
      },
    })
    .input(stepUpInput)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, stepUp(ctx.deps, ctx.caller, input))),

  listSessions: staffAccountProcedure
    .meta({ rest: { method: 'GET', path: '/admin/sessions', summary: 'My sessions' } })
    .output(z.array(memberSession))
    .query(({ ctx }) => listStaffSessions(ctx.deps, ctx.staff)),

  endSession: staffAccountProcedure
    .meta({
      risk: 'routine',
      rest: {
        method: 'DELETE',
        path: '/admin/sessions/:id',
        summary: 'End one of my devices',
        example: showNotice(notice('DEVICE_SIGNED_OUT')),
      },
    })
    .input(sessionRef)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, endStaffSession(ctx.deps, ctx.staff, input))),
}
