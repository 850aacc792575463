import { changePasswordInput, memberSession, sessionRef } from '@chuma/contract/account/account'
import { staffLoginInput, staffSession, startPasskeyLoginInput } from '@chuma/contract/admin/admin'
import * as staffContract from '@chuma/contract/admin/staff'
import { message } from '@chuma/contract/auth/auth'
import { staffLoginRules } from '@chuma/contract/auth/auth-rules'
import * as passkeys from '@chuma/contract/auth/passkeys'
import { stepUpInput } from '@chuma/contract/auth/security-links'
import { findFirstBroken } from '@chuma/contract/first-problem'
import { createApiKey, revokeApiKey, turnOnApiKey } from '@chuma/core/admin/keys'
import { changeOwnEmail } from '@chuma/core/admin/mailboxes/change-staff-email'
import * as ownStaffAccount from '@chuma/core/admin/staff/own-staff-account'
import { endStaffSession, listStaffSessions, logOutStaff } from '@chuma/core/admin/staff/staff-sessions'
import * as ownPasskeys from '@chuma/core/auth/passkeys/own-passkeys'
import { staffOwner } from '@chuma/core/auth/step-up/proof'
import { stepUp } from '@chuma/core/auth/step-up/step-up'
import { notice } from '@chuma/core/notice'
import { listApiKeys } from '@chuma/db/queries/admin/api-keys'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import {
  newStaffAccountProcedure,
  newStaffPersonProcedure,
  publicProcedure,
  staffAccountProcedure,
  staffPersonProcedure,
  staffProcedure,
} from '../../trpc.ts'

/** Part of `admin`: the caller's own staff account. */
export const staffAccountProcedures = {
  login: publicProcedure
    .meta({
      explain: (_, refused) => findFirstBroken(staffLoginRules, refused),
      rest: route('POST /admin/login', 'Sign in as staff', {
        description:
          'Answers 401 with SECOND_FACTOR_REQUIRED if the password is right and a `code` is needed too.',
        errors: [
          'INVALID_STAFF_CREDENTIALS',
          'SECOND_FACTOR_INVALID',
          'SECOND_FACTOR_REQUIRED',
          'SECRET_LOST',
        ],
      }),
    })
    .input(staffLoginInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => ownStaffAccount.logInStaff(ctx.deps, ctx.caller, input)),

  logout: newStaffAccountProcedure
    .meta({
      risk: 'routine',
      rest: route('POST /admin/logout', 'End this session', { example: showNotice(notice('SIGNED_OUT')) }),
    })
    .output(message)
    .mutation(({ ctx }) => wordMessage(ctx.caller, logOutStaff(ctx.deps, ctx.staff))),

  getStaffMember: newStaffPersonProcedure
    .meta({ rest: route('GET /admin/me', 'My staff account and permissions') })
    .output(staffContract.signedInStaffMember)
    .query(({ ctx }) => ownStaffAccount.getStaffMember(ctx.deps, ctx.caller)),

  setOwnEmail: staffAccountProcedure
    .meta({
      risk: 'critical',
      rest: route('PUT /admin/me/email', 'Set my email address', {
        description: 'The owners and the previous address are told. Null: none.',
      }),
    })
    .input(staffContract.setOwnEmailInput)
    .output(staffContract.staffAccount)
    .mutation(({ ctx, input }) => changeOwnEmail(ctx.deps, ctx.staff, input)),

  changePassword: newStaffAccountProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: route('PUT /admin/password', 'Change my password', {
        description: 'Ends every session of the account and returns a new one.',
        errors: ['WRONG_PASSWORD'],
      }),
    })
    .input(changePasswordInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => ownStaffAccount.changeStaffPassword(ctx.deps, ctx.caller, input)),

  startSecondFactor: newStaffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: route('POST /admin/second-factor', 'Start setting up my second factor', {
        errors: ['SECOND_FACTOR_ON', 'WRONG_PASSWORD'],
      }),
    })
    .input(staffContract.startSecondFactorInput)
    .output(staffContract.startedSecondFactor)
    .mutation(({ ctx, input }) => ownStaffAccount.startSecondFactor(ctx.deps, ctx.caller, input)),

  confirmSecondFactor: newStaffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: route('POST /admin/second-factor/confirm', 'Turn on my second factor with a first code', {
        errors: ['NOT_FOUND', 'SECOND_FACTOR_ON'],
      }),
    })
    .input(staffContract.confirmSecondFactorInput)
    .output(staffContract.recoveryCodes)
    .mutation(({ ctx, input }) => ownStaffAccount.confirmSecondFactor(ctx.deps, ctx.caller, input)),

  removeSecondFactor: staffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: route('POST /admin/second-factor/remove', 'Turn off my second factor', {
        example: showNotice(notice('SECOND_FACTOR_OFF')),
        errors: ['NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      }),
    })
    .input(staffContract.secondFactorProofInput)
    .output(message)
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, ownStaffAccount.removeSecondFactor(ctx.deps, ctx.caller, input)),
    ),

  renewRecoveryCodes: staffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: route('POST /admin/second-factor/recovery-codes', 'Replace my recovery codes', {
        errors: ['NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      }),
    })
    .input(staffContract.secondFactorProofInput)
    .output(staffContract.recoveryCodes)
    .mutation(({ ctx, input }) => ownStaffAccount.renewRecoveryCodes(ctx.deps, ctx.caller, input)),

  stepUp: newStaffPersonProcedure
    .meta({
      risk: 'critical',
      provedBy: 'input',
      rest: route('POST /admin/step-up', 'Prove who I am, before a critical call', {
        description:
          'Counts for 5 minutes, for this session alone. The error STEP_UP_REQUIRED names the ways of the account.',
        example: showNotice(notice('STEPPED_UP')),
        errors: ['SECRET_LOST', 'STEP_UP_REQUIRED', 'WRONG_PASSWORD'],
      }),
    })
    .input(stepUpInput)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, stepUp(ctx.deps, ctx.caller, input))),

  listSessions: staffAccountProcedure
    .meta({ rest: route('GET /admin/sessions', 'My sessions') })
    .output(z.array(memberSession))
    .query(({ ctx }) => listStaffSessions(ctx.deps, ctx.staff)),

  endSession: staffAccountProcedure
    .meta({
      risk: 'routine',
      rest: route('DELETE /admin/sessions/:id', 'End one of my devices', {
        example: showNotice(notice('DEVICE_SIGNED_OUT')),
      }),
    })
    .input(sessionRef)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, endStaffSession(ctx.deps, ctx.staff, input))),
}

const manageKeys = staffProcedure('keys:manage', 'critical')

/** Part of `admin`: API keys for scripts. */
export const apiKeyProcedures = {
  listApiKeys: staffProcedure('keys:manage')
    .meta({ rest: route('GET /admin/api-keys', 'Keys for scripts') })
    .output(z.array(staffContract.apiKey))
    .query(({ ctx }) => listApiKeys(ctx.deps.db)),

  createApiKey: manageKeys
    .meta({
      rest: route('POST /admin/api-keys', 'Create a key', {
        description: "Needs the caller's password. The token is only in this answer.",
        status: 201,
        errors: ['WRONG_PASSWORD'],
      }),
    })
    .input(staffContract.createApiKeyInput)
    .output(staffContract.createdApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx.deps, ctx.caller, input)),

  revokeApiKey: manageKeys
    .meta({ rest: route('DELETE /admin/api-keys/:id', 'Revoke a key') })
    .input(staffContract.apiKeyIdInput)
    .output(staffContract.apiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.deps, ctx.staff, input)),

  turnOnApiKey: manageKeys
    .meta({ rest: route('POST /admin/api-keys/:id/turn-on', 'Turn on a key that was in a restored backup') })
    .input(staffContract.apiKeyIdInput)
    .output(staffContract.apiKey)
    .mutation(({ ctx, input }) => turnOnApiKey(ctx.deps, ctx.staff, input)),
}

/** Part of `admin`: passkeys of staff accounts, and the step-up of all staff. These calls have no REST addresses: scripts use keys. */
export const passkeyProcedures = {
  startPasskeyLogin: publicProcedure
    .input(startPasskeyLoginInput)
    .output(passkeys.passkeyRequest)
    .mutation(({ ctx, input }) => ownPasskeys.startStaffLogin(ctx.deps, ctx.caller, input)),

  startStepUp: newStaffPersonProcedure
    .meta({ risk: 'routine' })
    .output(passkeys.passkeyRequest)
    .mutation(({ ctx }) => ownPasskeys.startStepUp(ctx.deps, ctx.caller)),

  listPasskeys: newStaffAccountProcedure
    .output(z.array(passkeys.passkey))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, staffOwner(ctx.staff.staffId))),

  startPasskey: newStaffAccountProcedure
    .meta({ risk: 'critical', provedBy: 'input' })
    .input(passkeys.startPasskeyInput)
    .output(passkeys.passkeyOffer)
    .mutation(({ ctx, input }) => ownPasskeys.startPasskey(ctx.deps, ctx.caller, input)),

  confirmPasskey: newStaffAccountProcedure
    .meta({ risk: 'critical', provedBy: 'input' })
    .input(passkeys.confirmPasskeyInput)
    .output(passkeys.confirmedPasskey)
    .mutation(({ ctx, input }) => ownPasskeys.confirmPasskey(ctx.deps, ctx.caller, input)),

  removePasskey: staffAccountProcedure
    .meta({ risk: 'critical' })
    .input(sessionRef)
    .output(passkeys.passkey)
    .mutation(({ ctx, input }) => ownPasskeys.removePasskey(ctx.deps, ctx.caller, input)),
}
