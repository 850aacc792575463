import type { Permission } from '@chuma/contract/admin/permissions'
import { errorTable, type FieldErrors } from '@chuma/contract/errors'
import { toFieldErrors } from '@chuma/contract/to-field-errors'
import {
  requireNewStaffAccount,
  requireNewStaffPerson,
  requireStaff,
  requireStaffAccount,
} from '@chuma/core/admin/staff/require-staff'
import { AppError } from '@chuma/core/app-error'
import { requireMember } from '@chuma/core/auth/require-member'
import type { Caller } from '@chuma/core/caller'
import { checkKey } from '@chuma/core/idempotency/check-key'
import { translateAnswer, translateFailure } from '@chuma/core/language/translate-answer'
import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'
import { initTRPC, type TRPCError } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import superjson from 'superjson'
import * as z from 'zod'
import type { Context } from './context.ts'
import type { Meta } from './meta.ts'

/** Shorter than any proxy waits for a quiet answer. */
const PING_MS = 20_000
const SILENCE_MS = 50_000

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: superjson,
    // Middleware cannot do this: next() returns errors instead of throwing them.
    errorFormatter({ shape, error, ctx }) {
      const { appCode, ...said } = explain(error)
      const { message, fieldErrors } = translateFailure(ctx?.caller.language, said)
      const httpStatus = appCode ? errorTable[appCode].status : shape.data.httpStatus
      const { stack: _, ...data } = shape.data
      // By this number the client of a stream tells what trying again may help with from a refusal.
      const code = appCode && httpStatus < 500 ? TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST : shape.code
      return { ...shape, code, message, data: { ...data, httpStatus, appCode, fieldErrors } }
    },
    sse: { ping: { enabled: true, intervalMs: PING_MS }, client: { reconnectAfterInactivityMs: SILENCE_MS } },
  })

function explain(error: TRPCError) {
  if (error.cause instanceof AppError) {
    return { appCode: error.cause.code, message: error.cause.message, fieldErrors: error.cause.fieldErrors }
  }
  if (isDatabaseUnreachable(error.cause)) return { appCode: 'UNAVAILABLE' as const, ...plain('UNAVAILABLE') }
  if (isDatabaseBusy(error.cause)) return { appCode: 'BUSY' as const, ...plain('BUSY') }
  // An output that fails its schema also carries a ZodError, but that one is our bug and stays a 500.
  if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR') return invalidInput(error.cause)
  if (error.code === 'NOT_FOUND') return { appCode: 'NOT_FOUND' as const, ...plain('NOT_FOUND') }
  if (error.code === 'METHOD_NOT_SUPPORTED') {
    return { appCode: 'METHOD_NOT_ALLOWED' as const, ...plain('METHOD_NOT_ALLOWED') }
  }
  if (error.code === 'PAYLOAD_TOO_LARGE')
    return { appCode: 'BODY_TOO_LARGE' as const, ...plain('BODY_TOO_LARGE') }
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') {
    return { appCode: 'UNSUPPORTED_MEDIA_TYPE' as const, ...plain('UNSUPPORTED_MEDIA_TYPE') }
  }
  return { appCode: null, message: 'Something went wrong', fieldErrors: null }
}

function invalidInput(cause: unknown) {
  const fieldErrors: FieldErrors | null = cause instanceof z.ZodError ? toFieldErrors(cause) : null
  return { appCode: 'INVALID_INPUT' as const, message: errorTable.INVALID_INPUT.message, fieldErrors }
}

function plain(code: keyof typeof errorTable) {
  return { message: errorTable[code].message, fieldErrors: null }
}

/** Streams are left out: they last as long as a page is open. */
const measured = t.procedure.use(async ({ ctx, path, type, next }) => {
  if (type === 'subscription') return next()
  const began = performance.now()
  const result = await (ctx.inSpan ? ctx.inSpan(path, () => next()) : next())
  if (!ctx.observe) return result
  const outcome = result.ok ? 'ok' : (explain(result.error).appCode ?? 'error')
  ctx.observe({ procedure: path, outcome, seconds: (performance.now() - began) / 1000 })
  return result
})

export const router = t.router
export const createCallerFactory = t.createCallerFactory

export const publicProcedure = measured.use(async ({ ctx, next }) => {
  checkKey(ctx.idempotencyKey)
  const result = await next()
  return result.ok ? { ...result, data: translateAnswer(ctx.caller.language, result.data) } : result
})

/** For signed-in members. `ctx.member`: the caller. */
export const memberProcedure = publicProcedure
  .meta({ access: { side: 'member', admit: requireMember } })
  .use(({ ctx, next }) => next({ ctx: { member: requireMember(ctx.caller) } }))

/** For staff and API keys that hold the permission. `ctx.staff`: the caller. */
export const staffProcedure = (permission: Permission) => {
  const admit = (caller: Caller) => requireStaff(caller, permission)
  return publicProcedure
    .meta({ access: { side: 'staff', permission, admit } })
    .use(({ ctx, next }) => next({ ctx: { staff: admit(ctx.caller) } }))
}

/** For anyone on the staff's side, whatever their role, before they have set up anything. */
export const newStaffPersonProcedure = publicProcedure
  .meta({ access: { side: 'staff', admit: requireNewStaffPerson } })
  .use(({ ctx, next }) => next({ ctx: { staff: requireNewStaffPerson(ctx.caller) } }))

/** For what concerns only the caller's own staff account. `ctx.staff`: the signed-in staff account. */
export const staffAccountProcedure = publicProcedure
  .meta({ access: { side: 'staff', admit: requireStaffAccount } })
  .use(({ ctx, next }) => next({ ctx: { staff: requireStaffAccount(ctx.caller) } }))

/** The same, also while the account's second factor is missing. */
export const newStaffAccountProcedure = publicProcedure
  .meta({ access: { side: 'staff', admit: requireNewStaffAccount } })
  .use(({ ctx, next }) => next({ ctx: { staff: requireNewStaffAccount(ctx.caller) } }))
