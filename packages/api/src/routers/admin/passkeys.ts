import { sessionRef } from '@chuma/contract/account/account'
import { startPasskeyLoginInput } from '@chuma/contract/admin/admin'
import {
  confirmedPasskey,
  confirmPasskeyInput,
  passkey,
  passkeyOffer,
  passkeyRequest,
  startPasskeyInput,
} from '@chuma/contract/auth/passkeys'
import {
  confirmPasskey,
  removePasskey,
  startPasskey,
  startStaffLogin,
  startStepUp,
} from '@chuma/core/auth/passkeys/own-passkeys'
import { staffOwner } from '@chuma/core/auth/step-up/proof'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import * as z from 'zod'
import {
  newStaffAccountProcedure,
  newStaffPersonProcedure,
  publicProcedure,
  staffAccountProcedure,
} from '../../trpc.ts'

/** Part of `admin`: passkeys of staff accounts, and the step-up of all staff. These calls have no REST addresses: scripts use keys. */
export const passkeyProcedures = {
  startPasskeyLogin: publicProcedure
    .input(startPasskeyLoginInput)
    .output(passkeyRequest)
    .mutation(({ ctx, input }) => startStaffLogin(ctx.deps, ctx.caller, input)),

  startStepUp: newStaffPersonProcedure
    .meta({ risk: 'routine' })
    .output(passkeyRequest)
    .mutation(({ ctx }) => startStepUp(ctx.deps, ctx.caller)),

  listPasskeys: newStaffAccountProcedure
    .output(z.array(passkey))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, staffOwner(ctx.staff.staffId))),

  startPasskey: newStaffAccountProcedure
    .meta({ risk: 'critical', provedBy: 'input' })
    .input(startPasskeyInput)
    .output(passkeyOffer)
    .mutation(({ ctx, input }) => startPasskey(ctx.deps, ctx.caller, input)),

  confirmPasskey: newStaffAccountProcedure
    .meta({ risk: 'critical', provedBy: 'input' })
    .input(confirmPasskeyInput)
    .output(confirmedPasskey)
    .mutation(({ ctx, input }) => confirmPasskey(ctx.deps, ctx.caller, input)),

  removePasskey: staffAccountProcedure
    .meta({ risk: 'critical' })
    .input(sessionRef)
    .output(passkey)
    .mutation(({ ctx, input }) => removePasskey(ctx.deps, ctx.caller, input)),
}
