import { TRPCError } from '@trpc/server'
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
    throw error instanceof TRPCError ? (error.cause ?? error) : error
  }
}
