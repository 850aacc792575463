import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { behaviourOfMsisdn, behaviours } from './behaviours.ts'

test('every behaviour has digits of its own', () => {
  const suffixes = Object.values(behaviours).map(({ suffix }) => suffix)
  expect(new Set(suffixes).size).toBe(suffixes.length)
  for (const [name, { suffix }] of Object.entries(behaviours)) {
    expect(behaviourOfMsisdn(`254712345${suffix}`)).toBe(name)
  }
})

test('ordinary numbers are paid', () => {
  expect(behaviourOfMsisdn('254712345678')).toBe('ok')
  expect(behaviourOfMsisdn('254700000001')).toBe('ok')
})

test('the README lists every behaviour as it is', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const rows = Object.entries(behaviours).map(
    ([name, { suffix, description }]) => `| ${suffix} | \`${name}\` | ${description} |`,
  )
  expect(readme.match(/^\| 9\d\d \|.*$/gm)).toEqual(rows)
})
