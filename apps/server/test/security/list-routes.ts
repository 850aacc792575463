import { appRouter } from '@chuma/api/app-router'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance } from 'fastify'

export type Route = { path: string; methods: string[] }
export type Procedure = {
  path: string
  type: 'query' | 'mutation' | 'subscription'
  inputs: unknown[]
  output: unknown
}

/** List every route the server knows, tRPC's single one included: `/api/surveys/:id` with its methods. */
export function listRoutes(app: FastifyInstance): Route[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] =
        /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      parents.length = depth
      parents.push(part)
      return methods ? [{ path: parents.join(''), methods: methods.split(', ') }] : []
    })
}

/** List every procedure of the typed door. */
export function listProcedures(): Procedure[] {
  const router: AnyTRPCRouter = appRouter
  const procedures: Record<string, { _def: Omit<Procedure, 'path'> }> = router._def.procedures
  return Object.entries(procedures).map(
    ([
      path,
      {
        _def: { type, inputs, output },
      },
    ]) => ({
      path,
      type,
      inputs,
      output,
    }),
  )
}
