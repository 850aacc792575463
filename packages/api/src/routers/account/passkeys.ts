import {
  confirmedPasskey,
  confirmPasskeyInput,
  passkey,
  passkeyOffer,
  removePasskeyInput,
  startPasskeyInput,
} from '@chuma/contract/auth/passkeys'
import { memberOwner } from '@chuma/core/auth/passkeys/log-in-with-passkey'
import { confirmPasskey, removeOwnPasskey, startPasskey } from '@chuma/core/auth/passkeys/own-passkeys'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import * as z from 'zod'
import { memberProcedure } from '../../trpc.ts'

/** Part of `account`: the member's own passkeys. */
export const passkeyProcedures = {
  listPasskeys: memberProcedure
    .meta({ rest: { method: 'GET', path: '/account/passkeys', summary: 'My passkeys' } })
    .output(z.array(passkey))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, memberOwner(ctx.member.memberId))),

  startPasskey: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/account/passkeys/start',
        summary: 'Start adding a passkey',
        description:
          'Needs the password and a verified address, and of members with an admin role and a second factor a proof that is five minutes old at most.',
        errors: ['EMAIL_NOT_VERIFIED', 'STEP_UP_REQUIRED', 'WRONG_PASSWORD'],
      },
    })
    .input(startPasskeyInput)
    .output(passkeyOffer)
    .mutation(({ ctx, input }) => startPasskey(ctx.deps, ctx.caller, input)),

  confirmPasskey: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/account/passkeys',
        summary: 'Add the passkey that my browser made',
        description: 'The binary fields are in base64url, as in WebAuthn’s JSON.',
        status: 201,
      },
    })
    .input(confirmPasskeyInput)
    .output(confirmedPasskey)
    .mutation(({ ctx, input }) => confirmPasskey(ctx.deps, ctx.caller, input)),

  removePasskey: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/account/passkeys/:id/remove',
        summary: 'Remove one of my passkeys',
        errors: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'WRONG_PASSWORD'],
      },
    })
    .input(removePasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => removeOwnPasskey(ctx.deps, ctx.caller, input)),
}
