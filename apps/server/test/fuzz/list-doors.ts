import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Access } from '../access/access.ts'
import { procedureAccess } from '../access/expectations.ts'
import { accessOfRoute } from '../access/routes.ts'
import { listProcedures, listRoutes } from '../security/list-routes.ts'
import type { Schema } from './make-value.ts'

export type TrpcDoor = {
  name: string
  access: Access
  type: 'query' | 'mutation'
  /** Called in every nth round only: a change travels alone, and is slow. */
  every: number
  input: Schema | undefined
}

/** What one route reads, part by part. */
export type RestDoor = {
  name: string
  access: Access
  method: string
  path: string
  query: Schema | undefined
  body: Schema | undefined
}

/** List every procedure except streams, with its input schema. */
export function listTrpcDoors(): TrpcDoor[] {
  return listProcedures().flatMap(({ path, type, inputs: [schema] }) => {
    if (type === 'subscription') return []
    const input =
      schema instanceof z.ZodType
        ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
        : undefined
    return [
      { name: path, access: procedureAccess[path] ?? 'public', type, every: type === 'query' ? 1 : 2, input },
    ]
  })
}

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
type Document = { paths: Record<string, Record<string, Operation>> }

/** List every route of the server, with its documented inputs; undocumented routes accept anything. */
export async function listRestDoors(app: FastifyInstance): Promise<RestDoor[]> {
  const document: Document = resolve((await app.inject('/api/openapi.json')).json())
  return listRoutes(app)
    .filter(({ path }) => !path.startsWith('/trpc/') && !path.startsWith('/api/docs'))
    .flatMap(({ path, methods }) =>
      methods
        .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
        .map((method) => {
          const name = `${method} ${path}`
          const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
          return { name, access: accessOfRoute(name) ?? 'public', method, path, ...readParts(described) }
        }),
    )
}

function readParts({ parameters = [], requestBody }: Operation = {}): Pick<RestDoor, 'query' | 'body'> {
  const asked = parameters.filter((parameter) => parameter.in === 'query')
  const query: Schema = {
    type: 'object',
    properties: Object.fromEntries(asked.map(({ name, schema = {} }) => [name, schema])),
    required: asked.filter(({ required }) => required).map(({ name }) => name),
  }
  return {
    query: asked.length > 0 ? query : undefined,
    body: requestBody?.content?.['application/json']?.schema,
  }
}

/** Replace each `$ref` with what it names. */
function resolve<T>(document: T): T {
  const look = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth > 40) return value
    if (Array.isArray(value)) return value.map((each) => look(each, depth + 1))
    const reference = (value as { $ref?: unknown }).$ref
    if (typeof reference === 'string' && reference.startsWith('#/')) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      return look(found ?? {}, depth + 1)
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, look(inner, depth + 1)]))
  }
  return look(document, 0) as T
}
