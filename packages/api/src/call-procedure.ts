import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { AppError } from '@chuma/core/app-error'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { appRouter } from './app-router.ts'
import type { Context } from './context.ts'
import { createCallerFactory } from './trpc.ts'

const createCaller = createCallerFactory(appRouter)

type Procedures = { [name: string]: Procedures } & ((input: unknown) => Promise<unknown>)

/**
 * Call a procedure by name, as the context's caller.
 * @throws what the procedure throws, and AppError INVALID_INPUT if its input is refused
 */
export async function callProcedure(name: string, call: { ctx: Context; input: unknown }): Promise<unknown> {
  const caller = createCaller(call.ctx) as unknown as Procedures
  const procedure = name.split('.').reduce((within, part) => within[part] as Procedures, caller)
  try {
    return await procedure(call.input)
  } catch (error) {
    throw error instanceof TRPCError ? findCause(error, call.input) : error
  }
}

/** Output that fails its schema also carries a ZodError, but that is our bug. */
function findCause(error: TRPCError, input: unknown): unknown {
  const { code, cause } = error
  if (code !== 'BAD_REQUEST' || !(cause instanceof z.ZodError)) return cause ?? error
  return new AppError('INVALID_INPUT', { fields: toFieldProblems(cause, input) })
}
