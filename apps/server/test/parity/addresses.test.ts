import { appRouter } from '@chuma/api/app-router'
import { type Endpoint, listEndpoints } from '@chuma/api/list-endpoints'
import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createDocument } from '../../src/openapi/document.ts'
import { type JsonSchema, makeExample } from '../../src/openapi/examples.ts'

const document = createDocument() as unknown as OpenAPIV3_1.Document
const endpoints = listEndpoints().map((endpoint) => ({
  ...endpoint,
  name: `${endpoint.method} ${endpoint.url}`,
}))

/** The document's example of a call, with each part where it is sent. */
function showCall({ url, method }: Endpoint) {
  const template = url.replaceAll(/:(\w+)/g, '{$1}')
  const methods: Record<string, OpenAPIV3_1.OperationObject> = { ...document.paths?.[template] } as never
  const operation = methods[method.toLowerCase()]
  const parameters = (operation?.parameters ?? []) as OpenAPIV3_1.ParameterObject[]
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>
  const show = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && parameter.required)
        .map(({ name, schema = {} }) => [name, makeExample(schema as JsonSchema, { schemas, field: name })]),
    )
  const { content } = (operation?.requestBody ?? {}) as { content?: Record<string, { example?: unknown }> }
  return { params: show('path'), query: show('query'), body: content?.['application/json']?.example }
}

test.each(endpoints)('the example of $name is what its procedure takes', (endpoint) => {
  const { input } = endpoint
  const sent = showCall(endpoint)
  const taken = endpoint.toInput(sent)
  if (!input) expect(taken).toBeUndefined()
  else expect(input.safeParse(taken).error).toBeUndefined()
  // Every part of the path arrives, under any name.
  for (const value of Object.values(sent.params)) expect(Object.values(taken as object)).toContain(value)
})

const addressed = endpoints.filter(({ params, query, body }) => params && (query ?? body))

test.each(addressed)('$name takes what its path says from the path alone', (endpoint) => {
  const { query, body, input } = endpoint
  const sent = showCall(endpoint)
  const named = Object.keys((endpoint.toInput({ ...sent, query: {}, body: {} }) ?? {}) as object)
  const part = query ?? body
  for (const field of named.filter((each) => !(endpoint.repeatsParams && each in sent.params))) {
    const given = { ...(query ? sent.query : (sent.body as object)), [field]: 'x' }
    expect(part?.safeParse(given).success, `${field} in ${query ? 'query' : 'body'}`).toBe(false)
  }
  expect(input).toBeDefined()
})

test('every call has an address of its own', () => {
  const names = endpoints.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(190)
})

type Definition = { _def: { output?: z.ZodType } }

test('no procedure answers a Date', () => {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>)
  // zod has no JSON Schema for a Date, and throws.
  const failed = procedures.filter(([, { _def }]) => {
    try {
      if (_def.output) z.toJSONSchema(_def.output)
      return false
    } catch {
      return true
    }
  })
  expect(failed.map(([name]) => name)).toEqual([])
  expect(procedures.length).toBeGreaterThan(190)
})
