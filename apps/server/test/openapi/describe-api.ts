import type { OpenAPIV3_1 } from 'openapi-types'
import type { JsonSchema } from '../../src/openapi/examples.ts'

type Operation = OpenAPIV3_1.OperationObject
type Response = OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject
type Content = Record<string, { schema?: object }>

/** Print what a document promises to programs, one operation or schema per line, without prose and examples. */
export function describeApi({ paths = {}, components = {} }: OpenAPIV3_1.Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) =>
      [`${method.toUpperCase()} ${path}`, ...describeOperation(operation, components)].join('\n  '),
    ),
  )
  const schemas = Object.entries(components.schemas ?? {}).map(
    ([name, schema]) => `${name} = ${print(schema)}`,
  )
  return [...operations.sort(), ...schemas.sort(), ''].join('\n')
}

function describeOperation(operation: Operation, components: OpenAPIV3_1.ComponentsObject): string[] {
  const { operationId, tags = [], security = [], parameters = [], requestBody, responses = {} } = operation
  const asked = parameters.map((parameter) =>
    '$ref' in parameter
      ? lastOf(parameter.$ref)
      : `${parameter.in} ${parameter.name}${parameter.required ? '' : '?'}: ${print(parameter.schema ?? {})}`,
  )
  const callers = security.map((each) =>
    Object.entries(each).map(([name, scopes]) => [name, ...scopes].join(' ')),
  )
  return [
    `${operationId} [${tags.join()}]`,
    callers.length > 0 ? `needs ${callers.join(' or ')}` : 'open to all',
    ...asked.sort(),
    ...(requestBody && 'content' in requestBody ? [`body ${printContent(requestBody.content)}`] : []),
    ...describeResponses(Object.entries(responses), components),
  ]
}

/** Errors share one line: their bodies differ only in their codes. */
function describeResponses(
  responses: [string, Response][],
  components: OpenAPIV3_1.ComponentsObject,
): string[] {
  const [done, failed] = [
    responses.filter(([status]) => status < '400'),
    responses.filter(([status]) => status >= '400'),
  ]
  const errors = failed.map(([status, response]) => {
    const said = printResponse(response, components)
    const codes = [...said.matchAll(/"([A-Z_]+)"/g)].map(([, code]) => code)
    return [status, ...(codes.length > 0 ? codes : said.startsWith('text') ? ['as text'] : [])].join(' ')
  })
  return [
    ...done.map(([status, response]) => `${status} ${printResponse(response, components)}`),
    `errors ${errors.join(', ')}`,
  ]
}

function printResponse(response: Response, components: OpenAPIV3_1.ComponentsObject): string {
  if ('$ref' in response)
    return printResponse(components.responses?.[lastOf(response.$ref)] as Response, components)
  const headers = Object.keys(response.headers ?? {}).map((name) => ` +${name}`)
  return printContent(response.content) + headers.join('')
}

function printContent(content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema = {} }]) =>
      type === 'application/json' ? print(schema) : `${type} ${print(schema)}`,
    )
    .join(' or ')
}

/** Print a type as TypeScript writes it; what TypeScript cannot express follows in brackets. */
function print(described: object): string {
  const schema: JsonSchema & { required?: string[] } = described
  if (schema.$ref) return lastOf(schema.$ref)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  const { anyOf, oneOf, allOf, type, format, properties, required = [], items, ...others } = schema
  const variants = anyOf ?? oneOf
  if (variants) return variants.map((each) => print(each)).join(oneOf ? ' || ' : ' | ')
  if (allOf) return allOf.map((each) => print(each)).join(' & ')
  if (Array.isArray(type)) return type.map((each) => print({ ...schema, type: each })).join(' | ')
  if (items) return `(${print(items)})[]${printLimits(others)}`
  if (properties || type === 'object') return printObject(schema, required)
  return `${format ?? type ?? 'unknown'}${printLimits(format ? { ...others, pattern: undefined } : others)}`
}

function printObject(
  { properties = {}, additionalProperties, propertyNames }: JsonSchema,
  required: string[],
): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${print(field)}`,
  )
  const open =
    typeof additionalProperties === 'object'
      ? [`[${propertyNames ? print(propertyNames) : 'string'}]: ${print(additionalProperties)}`]
      : additionalProperties === false
        ? []
        : ['...']
  return `{ ${[...fields, ...open].join(', ')} }`
}

const UNBOUNDED = new Set<unknown>([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
const PROSE = new Set(['description', 'title', 'example', 'examples'])

function printLimits(limits: object): string {
  const said = Object.entries(limits)
    .filter(([name, limit]) => limit !== undefined && !UNBOUNDED.has(limit) && !PROSE.has(name))
    .map(([name, limit]) => `${name} ${JSON.stringify(limit)}`)
  return said.length > 0 ? `<${said.sort().join(', ')}>` : ''
}

const lastOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
