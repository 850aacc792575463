import { listEndpoints } from '@chuma/api/list-endpoints'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { JsonSchema } from '../../src/openapi/examples.ts'
import { createCheck } from '../../src/openapi/testing.ts'
import { createTestApp } from '../../src/testing.ts'
import { describeApi } from './describe-api.ts'

const { app, close } = await createTestApp()
afterAll(close)

/** What each operation's procedure takes from the body. */
const bodySchemas = new Map(listEndpoints().map(({ method, url, body }) => [`${method} ${url}`, body]))
const source = (await app.inject('/api/openapi.json')).body
const document: OpenAPIV3_1.Document = JSON.parse(source)
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, OpenAPIV3_1.OperationObject>).map(([method, operation]) => ({
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    path,
    method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    operation,
    body: operation.requestBody && readJson(operation.requestBody),
  })),
)

function readJson(described: OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ReferenceObject) {
  return 'content' in described ? described.content['application/json'] : undefined
}

test('the document passes the strict rules of its linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('every call has a unique name, a summary, and a tag with a description', () => {
  expect(operations.length).toBeGreaterThan(150)
  const names = operations.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  const tags = new Set(document.tags?.map(({ name }) => name))
  for (const { operation } of operations) {
    expect(operation.operationId).toMatch(/^(get|post|put|patch|delete)[A-Z][A-Za-z]+$/)
    expect(operation.summary).toMatch(/^[A-Z]/)
    expect(
      operation.tags?.length && operation.tags.every((tag) => tags.has(tag)),
      operation.operationId,
    ).toBe(true)
  }
})

test('every request and response body has a name, or is a list of items with one', () => {
  const isNamed = (schema: object = {}): boolean => {
    if ('$ref' in schema || ('type' in schema && schema.type === 'string')) return true
    return Object.values(schema).some(
      (inner) => typeof inner === 'object' && inner !== null && isNamed(inner),
    )
  }
  const bodies = operations.map(({ operation, body }) => [operation.operationId, body?.schema] as const)
  expect(bodies.filter(([, schema]) => schema && !isNamed(schema))).toEqual([])
})

/** What a call answers to a visitor. */
async function askAsStranger({ method, path, operation, body }: (typeof operations)[number]) {
  const url = path.replaceAll(/\{\w+\}/g, '4f9d2c3e-8b1a-4d6f-9e57-2a6c0b7d1e84')
  const answer = await app.inject({ method, url, ...(body ? { payload: body.example } : {}) })
  const isRefused = answer.body.includes('NOT_SIGNED_IN') || answer.body === 'No authentication token'
  return { call: `${method} ${path}`, isRefused, isGuarded: operation.security?.length !== 0 }
}

// One after the other: many at once are refused for their number.
const strangers: Awaited<ReturnType<typeof askAsStranger>>[] = []
for (const operation of operations) strangers.push(await askAsStranger(operation))

test('a call asks for a session exactly when the document says so', () => {
  expect(strangers.filter(({ isGuarded }) => !isGuarded).length).toBeGreaterThan(5)
  expect(strangers.filter(({ isRefused, isGuarded }) => isRefused !== isGuarded)).toEqual([])
})

test('every call has an example request, and accepts it', () => {
  const sent = operations.filter(({ body }) => body)
  expect(sent.length).toBeGreaterThan(50)
  const refused = sent.flatMap(({ method, url, body }) => {
    const schema = bodySchemas.get(`${method} ${url}`)
    if (!schema) return [`${method} ${url}: takes no body`]
    const { error } = schema.safeParse(body?.example)
    return error ? [`${method} ${url}: ${z.prettifyError(error)}`] : []
  })
  expect(refused).toEqual([])
})

test('an example shows the fields that its procedure declares over those of its schema', () => {
  const shown = document.paths?.['/api/auth/logout']?.post?.responses?.[200]
  expect(shown).toMatchObject({
    content: { 'application/json': { example: { message: 'You are signed out.' } } },
  })
})

test('every call has examples of its answers and errors, which match their schemas', () => {
  const check = createCheck(document)
  for (const { method, url, operation } of operations) {
    expect(Object.keys(operation.responses ?? {})).toEqual(
      expect.arrayContaining(['400', '429', '500', '503']),
    )
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const { content = {} } = '$ref' in response ? resolve(response) : response
      for (const [contentType, { example, examples = {} }] of Object.entries(content)) {
        const shown = [example, ...Object.values(examples).map((each) => 'value' in each && each.value)]
        for (const value of shown.filter((each) => each !== undefined)) {
          const body = typeof value === 'string' ? value : JSON.stringify(value)
          expect(check({ method, url, status: Number(status), contentType, body })).toBeNull()
        }
        expect(shown.some((each) => each !== undefined)).toBe(true)
      }
    }
  }
})

function resolve({ $ref }: { $ref: string }): OpenAPIV3_1.ResponseObject {
  const name = $ref.replace('#/components/responses/', '')
  return document.components?.responses?.[name] as OpenAPIV3_1.ResponseObject
}

test('no answer may contain a field that is not described', () => {
  const findOpen = (value: unknown, at: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const { type, properties, additionalProperties }: JsonSchema = value
    const isOpen = type === 'object' && (properties ? additionalProperties !== false : !additionalProperties)
    return [
      ...(isOpen ? [at] : []),
      ...Object.entries(value).flatMap(([key, inner]) => findOpen(inner, `${at}/${key}`)),
    ]
  }
  const answered = operations.map(({ path, operation }) => [path, operation.responses] as const)
  expect(answered.flatMap(([path, responses]) => findOpen(responses, path))).toEqual([])
  expect(findOpen(document.components?.schemas, '#')).toEqual([])
})

/** Scripts depend on this door. Accept an intended change with `npx vitest run apps/server/test/openapi -u`. */
test('every published REST call keeps its path, method, callers, bodies, statuses and errors', async () => {
  await expect(describeApi(document)).toMatchFileSnapshot('rest-api.txt')
})

const answers: Record<string, { status: number; type?: string; body: unknown }> = {
  undocumentedStatus: { status: 418, body: { code: null, message: 'Tea', fieldErrors: null } },
  undocumentedField: { status: 200, body: { message: 'Thank you', secret: 1 } },
  undocumentedType: { status: 200, type: 'text/html', body: '<p>' },
  undocumentedCode: { status: 400, body: { code: 'LINK_INVALID', message: 'No', fieldErrors: null } },
  wrongValue: { status: 200, body: { message: 7 } },
}

test('an answer that the document does not allow fails the test that called', async () => {
  const wrong = await createTestApp()
  wrong.app.addHook('onRequest', async (request, reply) => {
    const answer = answers[String(request.headers['x-answer'])]
    if (!answer) return
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return reply
      .code(answer.status)
      .type(answer.type ?? 'application/json')
      .send(body)
  })
  wrong.app.get('/api/unknown', () => ({}))

  await wrong.app.inject('/api/contact')
  for (const name of Object.keys(answers)) {
    await wrong.app.inject({ method: 'POST', url: '/api/contact', headers: { 'x-answer': name } })
  }
  await wrong.app.inject('/api/unknown')

  const said: string = await wrong.close().then(
    () => 'nothing',
    ({ message }: Error) => message,
  )
  expect(said.split('\n').slice(1)).toEqual([
    expect.stringContaining('POST /api/contact answers 418: the status is not documented'),
    expect.stringContaining(
      'POST /api/contact answers 200: the body must NOT have additional properties secret',
    ),
    expect.stringContaining('POST /api/contact answers 200: its type is not documented: text/html'),
    expect.stringContaining(
      'POST /api/contact answers 400: /code must be equal to one of the allowed values',
    ),
    expect.stringContaining('POST /api/contact answers 200: /message must be string'),
    expect.stringContaining('GET /api/unknown answers 200: the document does not describe the call'),
  ])
})
