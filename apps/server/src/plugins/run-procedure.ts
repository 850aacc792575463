import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'

type Call = {
  path: string
  type: 'query'
  ctx: object
  input?: unknown
  getRawInput: () => Promise<unknown>
  batchIndex: number
  signal: undefined
}
type Change = { ctx?: object; input?: unknown; getRawInput?: Call['getRawInput'] }
type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError }
type Step = (call: Call & { meta: unknown; next: (change?: Change) => Promise<Result> }) => Promise<Result>

export type Procedure = { _def: { type: string; meta?: unknown; middlewares: readonly Step[] } }

/**
 * Takes a procedure's steps as tRPC does, which copies the call twice for each of them, key by key, each with its descriptor:
 * it is built for machines without a spread of objects, and takes three times as long.
 * @throws TRPCError
 */
export async function runProcedure({ _def }: Procedure, call: Call): Promise<unknown> {
  const result = await takeSteps(_def, 0, call)
  if (!result.ok) throw result.error
  return result.data
}

async function takeSteps(def: Procedure['_def'], place: number, call: Call): Promise<Result> {
  try {
    const step = def.middlewares[place]
    if (!step) throw new Error('a step went on where none is left')
    // Field by field: a spread for each step of each call is among what takes longest.
    return await step({
      path: call.path,
      type: call.type,
      ctx: call.ctx,
      input: call.input,
      getRawInput: call.getRawInput,
      batchIndex: call.batchIndex,
      signal: call.signal,
      meta: def.meta,
      next: (change) => takeSteps(def, place + 1, change ? changeCall(call, change) : call),
    })
  } catch (cause) {
    return { ok: false, error: getTRPCErrorFromUnknown(cause) }
  }
}

function changeCall(call: Call, change: Change): Call {
  return {
    path: call.path,
    type: call.type,
    ctx: change.ctx ? { ...call.ctx, ...change.ctx } : call.ctx,
    input: 'input' in change ? change.input : call.input,
    getRawInput: change.getRawInput ?? call.getRawInput,
    batchIndex: call.batchIndex,
    signal: call.signal,
  }
}
