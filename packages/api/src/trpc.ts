import type { Permission } from '@chuma/contract/admin/permissions'
import { errorTable, type Failure } from '@chuma/contract/errors'
import { problem } from '@chuma/contract/problems'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { AppError } from '@chuma/core/app-error'
import { requireMember } from '@chuma/core/auth/sessions'
import {
  requireNewStaffAccount,
  requireNewStaffPerson,
  requireStaff,
  requireStaffAccount,
  requireStaffPerson,
} from '@chuma/core/auth/staff'
import type { Caller } from '@chuma/core/caller'
import { requireClient, requireWholeClient } from '@chuma/core/clients/sessions/client-sessions'
import { checkKey } from '@chuma/core/idempotency/do-once'
import { giveWay } from '@chuma/core/in-turns'
import { maskPayoutDetails } from '@chuma/core/payouts/details'
import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'
import { initTRPC, type TRPCError } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import * as z from 'zod'
import type { Context } from './context.ts'
import { describeFailure } from './language/words.ts'
import { guardRisk, type Meta, type Risk } from './meta.ts'
import { transformer } from './transformer.ts'

/** Shorter than any proxy's idle timeout. */
const PING_MS = 20_000
const SILENCE_MS = 50_000

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer,
    // Middleware cannot do this: next() returns errors instead of throwing them.
    errorFormatter({ shape, error, ctx }) {
      const failure = explain(error)
      const {
        code: appCode,
        message,
        fieldErrors,
        ways,
        ...pending
      } = describeFailure(ctx?.caller.language, failure)
      const httpStatus = appCode ? errorTable[appCode].status : shape.data.httpStatus
      const { stack: _, ...data } = shape.data
      // From this number the client of a stream knows whether reconnecting may help or the call was refused.
      const code = appCode && httpStatus < 500 ? TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST : shape.code
      return {
        ...shape,
        code,
        message,
        data: { ...data, httpStatus, appCode, fieldErrors, ...(ways && { ways }), ...pending },
      }
    },
    sse: { ping: { enabled: true, intervalMs: PING_MS }, client: { reconnectAfterInactivityMs: SILENCE_MS } },
  })

/** Find what the caller can act on; null for our own fault. */
function explain(error: TRPCError): Failure | null {
  const { cause, code } = error
  if (cause instanceof AppError) return cause.failure
  if (isDatabaseUnreachable(cause)) return { code: 'UNAVAILABLE', params: {} }
  if (isDatabaseBusy(cause)) return { code: 'BUSY', params: {} }
  if (code === 'PARSE_ERROR') {
    const first = problem('NOT_JSON')
    return { code: 'INVALID_INPUT', params: { fields: { body: [first] }, first } }
  }
  if (code === 'BAD_REQUEST') return { code: 'INVALID_INPUT', params: {} }
  const known = TRPC_CODES[code]
  return known ? { code: known, params: {} } : null
}

const TRPC_CODES: Partial<
  Record<TRPCError['code'], 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE'>
> = {
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  PAYLOAD_TOO_LARGE: 'BODY_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
}

/** Streams are not measured: they last as long as a page is open. */
const measured = t.procedure.use(async ({ ctx, path, type, next }) => {
  if (type === 'subscription') return next()
  const began = performance.now()
  const result = await (ctx.inSpan ? ctx.inSpan(path, () => next()) : next())
  if (!ctx.observe) return result
  const outcome = result.ok ? 'ok' : (explain(result.error)?.code ?? 'error')
  ctx.observe({ procedure: path, outcome, seconds: (performance.now() - began) / 1000 })
  return result
})

/** Every call waits for its caller's turn, each of a batch on its own. Streams do not: they last as long as a page is open. */
const inTurn = measured.use(({ ctx, type, next }) =>
  type === 'subscription' ? next() : ctx.takeTurn(ctx.caller, type, () => next()),
)

/** What reads or writes a whole file holds other calls up. They are answered between its steps: reading the body, the work, the answer. */
const inSteps = inTurn.use(async ({ meta, next }) => {
  if (!meta?.bodyLimit) return next()
  await giveWay()
  const result = await next()
  await giveWay()
  return result
})

/** Name what is wrong with a refused input, and the one sentence that its procedure has for it. */
const explained = inSteps.use(async ({ ctx, meta, getRawInput, next }) => {
  const result = await next()
  if (result.ok) return result
  const refused = await findRefused(result.error, getRawInput)
  if (!refused) return result
  const first = await meta?.explain?.(ctx.deps, refused)
  throw new AppError('INVALID_INPUT', { fields: refused.fields, first })
})

async function findRefused({ code, cause }: TRPCError, getRawInput: () => Promise<unknown>) {
  // Output that fails its schema also carries a ZodError, but that is our bug and stays a 500.
  if (cause instanceof z.ZodError && code === 'BAD_REQUEST') {
    const input = await getRawInput()
    return { fields: toFieldProblems(cause, input), input }
  }
  const fields = cause instanceof AppError ? cause.fields : null
  return fields && { fields, input: await getRawInput() }
}

export const router = t.router
export const createCallerFactory = t.createCallerFactory

export const publicProcedure = explained.use(({ ctx, next }) => {
  checkKey(ctx.idempotencyKey)
  return next()
})

/** For signed-in members. `ctx.member`: the caller. */
export const memberProcedure = publicProcedure
  .meta({ access: { side: 'member', admit: requireMember } })
  .use(({ ctx, next }) => next({ ctx: { member: requireMember(ctx.caller) } }))

/**
 * For people of organisations that commission surveys. `ctx.client`: the caller. A link to one survey may have been passed on, so its
 * sessions are refused by every call that does not declare `opensByLink`.
 */
export const clientProcedure = publicProcedure
  .meta({ access: { side: 'client', admit: requireClient } })
  .use(({ ctx, meta, next }) => {
    const client = requireClient(ctx.caller)
    if (!meta?.opensByLink) requireWholeClient(client)
    return next({ ctx: { client } })
  })

/** For staff and API keys that hold the permission, with payout details masked. A mutation declares its risk. `ctx.staff`: the caller. */
export const staffProcedure = (permission: Permission, risk?: Risk) => {
  const admit = (caller: Caller) => requireStaff(caller, permission)
  return publicProcedure
    .meta({ access: { side: 'staff', permission, admit }, ...(risk && { risk }) })
    .use(async ({ ctx, meta, next }) => {
      const staff = admit(ctx.caller)
      guardRisk(ctx.caller, meta)
      const result = await next({ ctx: { staff } })
      if (!result.ok || meta?.showsPayoutDetails) return result
      return { ...result, data: maskPayoutDetails(ctx.caller, result.data) }
    })
}

/** The same as `staffPersonProcedure`, also before any setup. */
export const newStaffPersonProcedure = publicProcedure
  .meta({ access: { side: 'staff', admit: requireNewStaffPerson } })
  .use(({ ctx, meta, next }) => {
    const staff = requireNewStaffPerson(ctx.caller)
    guardRisk(ctx.caller, meta)
    return next({ ctx: { staff } })
  })

/** For any person on the staff, of any role. Not for API keys. */
export const staffPersonProcedure = publicProcedure
  .meta({ access: { side: 'staff', admit: requireStaffPerson } })
  .use(({ ctx, meta, next }) => {
    const staff = requireStaffPerson(ctx.caller)
    guardRisk(ctx.caller, meta)
    return next({ ctx: { staff } })
  })

/** For calls that concern only the caller's own staff account. `ctx.staff`: the signed-in staff account. */
export const staffAccountProcedure = publicProcedure
  .meta({ access: { side: 'staff', admit: requireStaffAccount } })
  .use(({ ctx, meta, next }) => {
    const staff = requireStaffAccount(ctx.caller)
    guardRisk(ctx.caller, meta)
    return next({ ctx: { staff } })
  })

/** The same, also while the second factor is missing. */
export const newStaffAccountProcedure = publicProcedure
  .meta({ access: { side: 'staff', admit: requireNewStaffAccount } })
  .use(({ ctx, meta, next }) => {
    const staff = requireNewStaffAccount(ctx.caller)
    guardRisk(ctx.caller, meta)
    return next({ ctx: { staff } })
  })
