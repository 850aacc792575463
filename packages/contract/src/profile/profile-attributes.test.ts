import { expect, test } from 'vitest'
import {
  ATTRIBUTE_KEYS,
  attributesOf,
  PREFER_NOT,
  PROFILE_ATTRIBUTES,
  PROFILE_GROUPS,
} from './profile-attributes.ts'

test('every attribute and code can be stored, and has words in both languages', () => {
  for (const key of ATTRIBUTE_KEYS) {
    const { name, question, purpose, options, kind } = PROFILE_ATTRIBUTES[key]
    expect(key).toMatch(/^[a-z][a-z0-9_]{1,39}$/)
    for (const words of [name, question, purpose, ...options.map((option) => option.words)]) {
      expect(words.en.trim()).not.toBe('')
      expect(words.sw.trim()).not.toBe('')
    }
    const codes = options.map(({ code }) => code)
    expect(new Set(codes).size, key).toBe(codes.length)
    expect(codes).not.toContain(PREFER_NOT)
    for (const code of codes) expect(code).toMatch(/^[a-z][a-z0-9_]{0,39}$/)
    expect(options.length > 0, key).toBe(kind !== 'year')
  }
})

test('each attribute is asked in one group, and there are 47 counties', () => {
  expect(PROFILE_GROUPS.flatMap(attributesOf)).toEqual(ATTRIBUTE_KEYS)
  expect(PROFILE_ATTRIBUTES.county.options).toHaveLength(47)
})
