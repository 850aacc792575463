import superjson from 'superjson'
import { expect, test } from 'vitest'
import { transformer } from './transformer.ts'

test.each([
  ...[null, true, 'text', '', 0, -1.5, 0.1 + 0.2, -0, Number.NaN, Number.POSITIVE_INFINITY, undefined, 2n],
  ...[[], [1, [2, [null]]], [undefined], [new Date(0)], {}, { a: { b: [{ c: 'd' }] } }, { a: undefined }],
  ...[
    { at: new Date(1) },
    [{ at: [new Date(2)] }],
    new Map([['a', new Set([1])]]),
    new URL('https://a.example'),
  ],
  ...[{ a: -0 }, [{ b: Number.NEGATIVE_INFINITY }], Object.create(null), /a/g],
])('%o is written as superjson writes it', (value) => {
  const written = transformer.serialize(value)
  expect(JSON.stringify(written)).toBe(JSON.stringify(superjson.serialize(value)))
  expect(transformer.deserialize(written)).toEqual(value)
})
