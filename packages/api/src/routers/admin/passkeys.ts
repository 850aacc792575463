import { sessionRef } from '@chuma/contract/account/account'
import { startPasskeyLoginInput } from '@chuma/contract/admin/admin'
import {
  confirmedPasskey,
  confirmPasskeyInput,
  passkey,
  passkeyOffer,
  passkeyRequest,
  startPasskeyInput,
} from '@chuma/contract/admin/passkeys'
import { confirmPasskey, startPasskey } from '@chuma/core/admin/passkeys/add-passkey'
import { removePasskey } from '@chuma/core/admin/passkeys/remove-passkey'
import { startPasskeyLogin, startStepUp } from '@chuma/core/admin/passkeys/request-passkey'
import { listPasskeys } from '@chuma/db/queries/admin/passkeys'
import * as z from 'zod'
import { newStaffAccountProcedure, publicProcedure, staffAccountProcedure } from '../../trpc.ts'

/** Part of `admin`: passkeys of staff. Only browsers have them, so these calls have no REST addresses. */
export const passkeyProcedures = {
  startPasskeyLogin: publicProcedure
    .input(startPasskeyLoginInput)
    .output(passkeyRequest)
    .mutation(({ ctx, input }) => startPasskeyLogin(ctx.deps, ctx.caller, input)),

  startStepUp: newStaffAccountProcedure
    .meta({ risk: 'routine' })
    .output(passkeyRequest)
    .mutation(({ ctx }) => startStepUp(ctx.deps, ctx.caller)),

  listPasskeys: newStaffAccountProcedure
    .output(z.array(passkey))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, ctx.staff.staffId)),

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
    .mutation(({ ctx, input }) => removePasskey(ctx.deps, ctx.staff, input)),
}
