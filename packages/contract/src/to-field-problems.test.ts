import { expect, test } from 'vitest'
import * as z from 'zod'
import { problem, refuse } from './problems.ts'
import { toFieldProblems } from './to-field-problems.ts'

const problemsOf = (schema: z.ZodType, input: unknown) => {
  const read = schema.safeParse(input)
  return read.success ? {} : toFieldProblems(read.error, input)
}

test('the compiler asks for the parameters of a code, and for no others', () => {
  // @ts-expect-error a length is missing
  expect(problem('TOO_SHORT')).toMatchObject({ code: 'TOO_SHORT' })
  // @ts-expect-error this code has no parameters
  expect(problem('REQUIRED', { min: 1 })).toMatchObject({ code: 'REQUIRED' })
  // @ts-expect-error there is no such code
  expect(refuse('NOTHING')).toEqual({ error: 'NOTHING' })
  // @ts-expect-error the field is missing
  expect(refuse('BELOW_FIELD')).toEqual({ error: 'BELOW_FIELD' })
})

test.each([
  ['a field that is missing', z.object({ a: z.string() }), {}, problem('REQUIRED')],
  ['a choice that is missing', z.object({ a: z.enum(['x']) }), {}, problem('REQUIRED')],
  ['an empty text', z.object({ a: z.string().min(1) }), { a: '' }, problem('REQUIRED')],
  ['another type', z.object({ a: z.string() }), { a: 7 }, problem('WRONG_TYPE', { expected: 'string' })],
  ['null', z.object({ a: z.string() }), { a: null }, problem('WRONG_TYPE', { expected: 'string' })],
  ['a fraction', z.object({ a: z.int() }), { a: 1.5 }, problem('WRONG_TYPE', { expected: 'int' })],
  ['a short text', z.object({ a: z.string().min(6) }), { a: 'x' }, problem('TOO_SHORT', { min: 6 })],
  ['a long text', z.object({ a: z.string().max(1) }), { a: 'xy' }, problem('TOO_LONG', { max: 1 })],
  ['a small number', z.object({ a: z.int().min(2) }), { a: 1 }, problem('TOO_SMALL', { min: 2 })],
  ['a big number', z.object({ a: z.int().max(2) }), { a: 3 }, problem('TOO_BIG', { max: 2 })],
  [
    'zero where more is needed',
    z.object({ a: z.number().positive() }),
    { a: 0 },
    problem('NOT_ABOVE', { min: 0 }),
  ],
  ['a number at its bound', z.object({ a: z.number().lt(9) }), { a: 9 }, problem('NOT_BELOW', { max: 9 })],
  ['a short list', z.object({ a: z.array(z.int()).min(1) }), { a: [] }, problem('TOO_FEW', { min: 1 })],
  ['a long list', z.object({ a: z.array(z.int()).max(1) }), { a: [1, 2] }, problem('TOO_MANY', { max: 1 })],
  [
    'no option',
    z.object({ a: z.enum(['', 'x', 'y']) }),
    { a: 'z' },
    problem('NOT_AN_OPTION', { options: ['x', 'y'] }),
  ],
  ['no id', z.object({ a: z.uuid() }), { a: 'x' }, problem('NOT_AN_ID')],
  ['no address', z.object({ a: z.email() }), { a: 'x' }, problem('NOT_AN_EMAIL')],
  ['no day', z.object({ a: z.iso.date() }), { a: '2026-02-30' }, problem('NOT_A_DAY')],
  ['no moment', z.object({ a: z.iso.datetime() }), { a: 'now' }, problem('NOT_A_MOMENT')],
  ['another format', z.object({ a: z.string().regex(/^x$/) }), { a: 'y' }, problem('INVALID')],
])('%s has a code of its own', (_what, schema, input, expected) => {
  expect(problemsOf(schema, input)).toEqual({ a: [expected] })
})

test('a check names its own code and takes its bound from zod unless it gives one', () => {
  const schema = z.object({
    password: z.string().min(6, refuse('PASSWORD_TOO_SHORT')),
    name: z.string().max(8, refuse('TOO_LONG', { max: 2 })),
    to: z.string().refine(() => false, refuse('BEFORE_FIELD', { field: 'from' })),
  })
  expect(problemsOf(schema, { password: 'x', name: 'x'.repeat(9), to: 'y' })).toEqual({
    password: [problem('PASSWORD_TOO_SHORT', { min: 6 })],
    name: [problem('TOO_LONG', { max: 2 })],
    to: [problem('BEFORE_FIELD', { field: 'from' })],
  })
})

test('problems of a union are reported by its discriminating field', () => {
  const schema = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('a') }),
    z.strictObject({ kind: z.literal('b') }),
  ])
  expect(problemsOf(schema, { kind: 'c' })).toEqual({
    kind: [problem('NOT_AN_OPTION', { options: ['a', 'b'] })],
  })
  expect(problemsOf(schema, {})).toEqual({ kind: [problem('REQUIRED')] })
})

test('unknown fields are named, and dangerous keys are reported under the body', () => {
  const schema = z.strictObject({ inner: z.strictObject({}) })
  const hostile = JSON.parse('{"inner":{"x":1,"constructor":2},"prototype":3}')
  expect(problemsOf(schema, hostile)).toEqual({
    'inner.x': [problem('UNKNOWN_FIELD')],
    body: [
      problem('UNKNOWN_FIELD_NAMED', { field: 'inner.constructor' }),
      problem('UNKNOWN_FIELD_NAMED', { field: 'prototype' }),
    ],
  })
  expect(problemsOf(schema, undefined)).toEqual({ body: [problem('REQUIRED')] })
})
