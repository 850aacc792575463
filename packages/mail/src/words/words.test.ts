import { expect, test } from 'vitest'
import { en } from './en.ts'
import { sw } from './sw.ts'

test('a mail takes the same values in both languages', () => {
  const namesIn = (text: string) =>
    [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort()
  const names = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, namesIn(text)]))
  expect(names(sw)).toEqual(names(en))
})
