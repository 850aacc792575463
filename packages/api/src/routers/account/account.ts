import * as account from '@chuma/contract/account/account'
import { editableUser, profile, updateProfileInput, userStats } from '@chuma/contract/account/profile'
import { answerTermsInput, memberTerms } from '@chuma/contract/account/terms'
import { message, session } from '@chuma/contract/auth/auth'
import * as passkeys from '@chuma/contract/auth/passkeys'
import { accountExport } from '@chuma/contract/personal-data/account-export'
import { requestDeletion } from '@chuma/core/account/deletion'
import * as ownAccount from '@chuma/core/account/own-account'
import { declareSharedPhone } from '@chuma/core/account/shared-phone/declare-shared-phone'
import { answerTerms } from '@chuma/core/account/terms'
import { memberOwner } from '@chuma/core/auth/passkeys/log-in-with-passkey'
import { confirmPasskey, removeOwnPasskey, startPasskey } from '@chuma/core/auth/passkeys/own-passkeys'
import { notice } from '@chuma/core/notice'
import { exportData } from '@chuma/core/personal-data/export-data'
import { listAccountChanges } from '@chuma/db/queries/account/member-standing'
import { listSharing } from '@chuma/db/queries/account/members'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { getUserStats } from '@chuma/db/queries/wallet/wallet'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { memberProcedure, router } from '../../trpc.ts'

/** Part of `account`: the member's own passkeys. */
const passkeyProcedures = {
  listPasskeys: memberProcedure
    .meta({ rest: route('GET /account/passkeys', 'My passkeys') })
    .output(z.array(passkeys.passkey))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, memberOwner(ctx.member.memberId))),

  startPasskey: memberProcedure
    .meta({
      rest: route('POST /account/passkeys/start', 'Start adding a passkey', {
        description:
          'Needs the password and a verified address, and of members with an admin role and a second factor a proof that is five minutes old at most.',
        errors: ['EMAIL_NOT_VERIFIED', 'STEP_UP_REQUIRED', 'WRONG_PASSWORD'],
      }),
    })
    .input(passkeys.startPasskeyInput)
    .output(passkeys.passkeyOffer)
    .mutation(({ ctx, input }) => startPasskey(ctx.deps, ctx.caller, input)),

  confirmPasskey: memberProcedure
    .meta({
      rest: route('POST /account/passkeys', 'Add the passkey that my browser made', {
        description: 'The binary fields are in base64url, as in WebAuthn’s JSON.',
        status: 201,
      }),
    })
    .input(passkeys.confirmPasskeyInput)
    .output(passkeys.confirmedPasskey)
    .mutation(({ ctx, input }) => confirmPasskey(ctx.deps, ctx.caller, input)),

  removePasskey: memberProcedure
    .meta({
      rest: route('POST /account/passkeys/:id/remove', 'Remove one of my passkeys', {
        errors: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'WRONG_PASSWORD'],
      }),
    })
    .input(passkeys.removePasskeyInput)
    .output(passkeys.passkey)
    .mutation(({ ctx, input }) => removeOwnPasskey(ctx.deps, ctx.caller, input)),
}

/** Part of `account`: with whom a member shares their phone. */
const sharedPhoneProcedures = {
  getSharedPhone: memberProcedure
    .meta({ rest: route('GET /account/shared-phone', 'With whom I share my phone') })
    .output(account.sharedPhone)
    .query(async ({ ctx }) => ({ names: await listSharing(ctx.deps.db, ctx.member.memberId) })),

  declareSharedPhone: memberProcedure
    .meta({
      rest: route('PUT /account/shared-phone', 'Say with whom I share my phone', {
        description:
          'Up to four relatives who have accounts too, by their first names. They say the same in theirs.',
        example: { body: { names: ['Mama', 'Otieno'] }, answer: { names: ['Mama', 'Otieno'] } },
      }),
    })
    .input(account.declareSharedPhoneInput)
    .output(account.sharedPhone)
    .mutation(({ ctx, input }) => declareSharedPhone(ctx.deps, ctx.member, input)),
}

export const accountRouter = router({
  changePassword: memberProcedure
    .meta({
      rest: route('POST /account/password', 'Change my password', {
        description: 'Ends every session, including this one, and returns a new one.',
        errors: ['WRONG_PASSWORD'],
      }),
    })
    .input(account.changePasswordInput)
    .output(session)
    .mutation(({ ctx, input }) => ownAccount.changePassword(ctx.deps, ctx.caller, input)),

  ...passkeyProcedures,
  ...sharedPhoneProcedures,

  listSessions: memberProcedure
    .meta({ rest: route('GET /account/sessions', 'My sessions, most recently used first') })
    .output(z.array(account.memberSession))
    .query(({ ctx }) => ownAccount.listSessions(ctx.deps, ctx.member)),

  listSecurityEvents: memberProcedure
    .meta({
      rest: route(
        'GET /account/security-events',
        'My last 20 security events: new devices, passwords, passkeys and addresses',
      ),
    })
    .output(z.array(account.accountChange))
    .query(({ ctx: { deps, member } }) =>
      listAccountChanges(deps.db, { memberId: member.memberId, limit: 20 }),
    ),

  endSession: memberProcedure
    .meta({
      rest: route('DELETE /account/sessions/:id', 'End one of my devices out', {
        example: showNotice(notice('DEVICE_SIGNED_OUT')),
      }),
    })
    .input(account.sessionRef)
    .output(message)
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, ownAccount.endSession(ctx.deps, ctx.member, input)),
    ),

  endOtherSessions: memberProcedure
    .meta({
      rest: route('POST /account/sessions/end-others', 'End all my other sessions', {
        example: showNotice(notice('OTHER_DEVICES_SIGNED_OUT')),
      }),
    })
    .output(message)
    .mutation(({ ctx }) => wordMessage(ctx.caller, ownAccount.endOtherSessions(ctx.deps, ctx.member))),

  getProfile: memberProcedure
    .meta({
      rest: route('GET /account/profile', 'My profile: achievements, latest activity and missing items'),
    })
    .output(profile)
    .query(({ ctx }) => ownAccount.getProfile(ctx.deps, ctx.member)),

  getStats: memberProcedure
    .meta({ rest: route('GET /user-stats', 'My earnings and rating') })
    .output(userStats)
    .query(({ ctx }) => getUserStats(ctx.deps.db, ctx.member.memberId)),

  updateProfile: memberProcedure
    .meta({
      rest: route('PUT /profile', 'Change my profile', {
        description:
          'A new email address gets a link: until it is opened `email` stays, and the new one is `pendingEmail`.',
      }),
    })
    .input(updateProfileInput)
    .output(editableUser)
    .mutation(({ ctx, input }) => ownAccount.updateProfile(ctx.deps, ctx.member, input)),

  getSettings: memberProcedure
    .meta({ rest: route('GET /account/settings', 'My settings') })
    .output(account.settings)
    .query(({ ctx }) => ownAccount.getSettings(ctx.deps, ctx.member)),

  updateSettings: memberProcedure
    .meta({
      rest: route('PATCH /account/settings', 'Change some of my settings', {
        description: 'Omitted settings do not change.',
      }),
    })
    .input(account.updateSettingsInput)
    .output(account.settings)
    .mutation(({ ctx, input }) => ownAccount.updateSettings(ctx.deps, ctx.member, input)),

  answerTerms: memberProcedure
    .meta({
      rest: route('POST /account/terms', 'Accept the terms, or say that I have seen them', {
        description:
          'A sign-up accepts the version in force, so this is for versions that came later. Nothing depends on the answer, and an acceptance stays.',
      }),
    })
    .input(answerTermsInput)
    .output(memberTerms)
    .mutation(({ ctx, input }) => answerTerms(ctx.deps, ctx.member, input)),

  exportData: memberProcedure
    .meta({
      rest: route('GET /account/export', 'Everything stored about me, as a file', {
        file: 'chuma-data-:exportedOn.json',
      }),
    })
    .output(accountExport)
    .query(({ ctx }) => exportData(ctx.deps, ctx.member)),

  requestDeletion: memberProcedure
    .meta({
      rest: route('POST /account/deletion', 'Delete my account', {
        description:
          'Needs the password. Ends every session immediately; until `deletionDueAt` the account can still be kept.',
        errors: ['WRONG_PASSWORD'],
      }),
    })
    .input(account.requestDeletionInput)
    .output(account.requestedDeletion)
    .mutation(({ ctx, input }) => requestDeletion(ctx.deps, ctx.caller, input)),
})
