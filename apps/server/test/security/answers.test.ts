import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createTestApp } from '../../src/testing.ts'
import { crawl } from './crawl.ts'
import { listProcedures } from './list-routes.ts'

const testApp = await createTestApp()
const { db } = testApp
afterAll(testApp.close)
const reads = (await crawl(testApp)).filter(({ method }) => method === 'GET')

test('every procedure declares its output, and accepts only declared fields', () => {
  const options = { io: 'input', unrepresentable: 'any' } as const
  for (const { path, type, inputs, output } of listProcedures()) {
    // A stream sends only signals to fetch.
    if (type !== 'subscription') expect(output, path).toBeInstanceOf(z.core.$ZodType)
    for (const input of inputs) {
      const { anyOf, oneOf, ...own } = z.toJSONSchema(input as z.ZodType, options)
      for (const each of anyOf ?? oneOf ?? [own])
        expect(each, path).toMatchObject({ additionalProperties: false })
    }
  }
})

test('every REST call declares its output, and accepts only declared fields', async () => {
  const { paths, components } = (await testApp.app.inject('/api/openapi.json')).json()
  type Operation = {
    requestBody?: { content: Record<string, { schema: Schema }> }
    responses: Record<string, object>
  }
  type Schema = { $ref?: string; anyOf?: Schema[]; oneOf?: Schema[]; additionalProperties?: boolean }
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? components.schemas[schema.$ref.replace('#/components/schemas/', '')] : schema
  for (const [path, methods] of Object.entries<Record<string, Operation>>(paths)) {
    for (const { requestBody, responses } of Object.values(methods)) {
      expect(Object.keys(responses).filter((status) => status.startsWith('2')).length, path).toBeGreaterThan(
        0,
      )
      expect(JSON.stringify(responses), path).toContain('"schema"')
      const sent = requestBody?.content['application/json']?.schema
      const schema = sent && resolve(sent)
      for (const each of schema?.anyOf ?? schema?.oneOf ?? (schema ? [schema] : [])) {
        expect(each.additionalProperties, path).toBe(false)
      }
    }
  }
})

/** Documents and tables, which have no fields, and partner presets, which hold no partner's secrets. */
const DESCRIBES = /\/api\/(docs|openapi)|\.csv|partner-presets|partners\.listPresets/

test('no answer to a query names a hash, a secret or a password', () => {
  const answered = reads.filter(
    ({ name, answer }) => answer.statusCode === 200 && / \/(api|trpc)\//.test(name),
  )
  expect(answered.length).toBeGreaterThan(20)
  const keys = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [key, ...keys(inner)])
      : []
  for (const { name, answer } of answered.filter(({ name }) => !DESCRIBES.test(name))) {
    const telling = keys(answer.json()).filter((key) => /hash$|secret|^password$|^token$|lastStep/i.test(key))
    expect(telling, name).toEqual([])
  }
})

test('no answer to a query contains the stored hash of a password or a session', async () => {
  const rows = await Promise.all([
    db.selectFrom('staff').select('passwordHash as stored').execute(),
    db.selectFrom('session').select('tokenHash as stored').execute(),
    db.selectFrom('staffSession').select('tokenHash as stored').execute(),
  ])
  const canaries = rows.flat().flatMap(({ stored }) => {
    const bytes = Buffer.isBuffer(stored) ? stored : Buffer.from(stored)
    return [bytes.toString('hex'), bytes.toString('base64url'), bytes.toString('latin1')]
  })
  expect(canaries.length).toBeGreaterThan(30)
  for (const { name, answer } of reads) {
    expect(
      canaries.filter((canary) => answer.body.includes(canary)),
      name,
    ).toEqual([])
  }
})
