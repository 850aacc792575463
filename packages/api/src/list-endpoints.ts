import type { AnyRouter } from '@trpc/server'
import * as z from 'zod'
import { appRouter } from './app-router.ts'
import type { Access, Meta, Rest, Risk } from './meta.ts'

/** A procedure as REST serves it: each part of its input where callers send it. */
export type Endpoint = Omit<Rest, 'path' | 'status' | 'params'> & {
  /** `admin.editEarnings` */
  procedure: string
  /** `/api/admin/users/:id/earnings` */
  url: string
  status: 200 | 201
  access: Access | undefined
  /** Only of staff's calls. */
  risk: Risk | undefined
  provedBy: Meta['provedBy']
  /** Only of clients' calls. */
  opensByLink: Meta['opensByLink']
  bodyLimit: number | undefined
  /** The whole input; the next three are its parts. */
  input: z.ZodType | undefined
  params: z.ZodObject | undefined
  query: z.ZodObject | undefined
  body: z.ZodType | undefined
  /** The schema of the answer. */
  answer: z.ZodType
  /** Assemble the procedure's input from the sent parts. */
  toInput: (sent: { params: unknown; query: unknown; body: unknown }) => unknown
}

/** List every call that procedures declare for REST. */
export function listEndpoints(): Endpoint[] {
  return listDefinitions().flatMap(({ name, meta, inputs, output }) =>
    [meta?.rest ?? []].flat().map((rest) => toEndpoint(rest, { name, meta, input: inputs[0], output })),
  )
}

/** List procedures that accept a larger body than usual. */
export function listLongProcedures() {
  return listDefinitions().flatMap(({ name, meta }) =>
    meta?.bodyLimit ? [{ procedure: name, bodyLimit: meta.bodyLimit, access: meta.access }] : [],
  )
}

/** List what every procedure declares besides input and output. */
export const listProcedureMeta = (): (Meta & { name: string })[] =>
  listDefinitions().map(({ name, meta }) => ({ ...meta, name }))

/** Whether this path names a live stream, not a call with one answer. */
export const isSubscription = (path: string): boolean => SUBSCRIPTIONS.has(path)

const SUBSCRIPTIONS = new Set(
  listDefinitions().flatMap(({ name, type }) => (type === 'subscription' ? name : [])),
)

type Definition = { meta?: Meta; type?: string; inputs: z.ZodType[]; output?: z.ZodType }

function listDefinitions() {
  // tRPC has no other way to list procedures with their schemas; its OpenAPI tools read the same definition.
  const procedures: Record<string, { _def: Definition }> = (appRouter as AnyRouter)._def.procedures
  return Object.entries(procedures).map(([name, { _def }]) => ({ ..._def, name }))
}

type Declared = {
  name: string
  meta: Meta | undefined
  input: z.ZodType | undefined
  output: z.ZodType | undefined
}

function toEndpoint({ path, ...rest }: Rest, { name, meta, input, output }: Declared): Endpoint {
  if (!output) throw new Error(`${name} is served over REST and declares no output`)
  const fieldOf = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, rest.params?.[param] ?? param]),
  )
  const parts = splitInput(input, { fieldOf, rest })
  return {
    ...rest,
    procedure: name,
    url: `/api${path}`,
    status: rest.status ?? 200,
    access: meta?.access,
    risk: meta?.risk,
    opensByLink: meta?.opensByLink,
    provedBy: meta?.provedBy,
    bodyLimit: meta?.bodyLimit,
    input,
    answer: output,
    ...parts,
    toInput: ({ params, query, body }) => {
      const sent = rest.method === 'GET' ? query : parts.body && body
      if (!isAddressed(fieldOf, rest)) return input && sent
      const addressed = Object.entries(params as object).map(([param, value]) => [fieldOf[param], value])
      return { ...(sent as object | undefined), ...rest.fixed, ...Object.fromEntries(addressed) }
    },
  }
}

const isAddressed = (fieldOf: object, { fixed }: Pick<Rest, 'fixed'>) =>
  Object.keys(fieldOf).length > 0 || fixed !== undefined

type Parts = Pick<Endpoint, 'params' | 'query' | 'body'>
type Address = { fieldOf: Record<string, string>; rest: Pick<Rest, 'method' | 'fixed' | 'repeatsParams'> }

/** Fields that the address contains are left out of query and body. */
function splitInput(input: z.ZodType | undefined, { fieldOf, rest }: Address): Parts {
  const part = rest.method === 'GET' ? 'query' : 'body'
  const none: Parts = { params: undefined, query: undefined, body: undefined }
  if (!input) return none
  const object = input instanceof z.ZodPrefault ? input.unwrap() : input
  if (!isAddressed(fieldOf, rest)) return { ...none, [part]: object }
  if (!(object instanceof z.ZodObject)) throw new Error('Only an object can take fields from the address')
  const addressed = new Set([...Object.values(fieldOf), ...Object.keys(rest.fixed ?? {})])
  const others = Object.entries(object.shape).filter(([field]) => !addressed.has(field))
  const params = mapFields(fieldOf, (field) => requireField(object.shape[field]))
  const repeated = rest.repeatsParams ? mapFields(params, (schema) => schema.optional()) : {}
  const left = z.strictObject({ ...Object.fromEntries(others), ...repeated })
  return {
    ...none,
    params: z.strictObject(params),
    // Keeps the object's own checks, because no check involves a field from the path.
    ...(others.length > 0
      ? { [part]: left.check(...((object.def.checks ?? []) as z.core.$ZodCheck<object>[])) }
      : {}),
  }
}

/** A field from the address is always required. */
const requireField = (field: unknown) =>
  field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : (field as z.ZodType)

const mapFields = <T, U>(fields: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]))
