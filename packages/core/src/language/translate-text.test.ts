import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { errorTable } from '@chuma/contract/errors'
import { expect, test } from 'vitest'
import { swahiliPhrases } from './swahili-phrases.ts'
import { translateFailure } from './translate-answer.ts'
import { translateText } from './translate-text.ts'

test('English is what the server says anyway, to the letter', () => {
  const { message } = errorTable.INSUFFICIENT_POINTS
  expect(translateText('en', message)).toBe(message)
  expect(translateText(undefined, message)).toBe(message)
})

test('every failure has its words in Swahili', () => {
  const messages = Object.values(errorTable).map(({ message }) => message)
  expect(messages.filter((message) => translateText('sw', message) === message)).toEqual([])
})

test('amounts, days and reasons are taken over, a day in the words of the language', () => {
  expect(translateText('sw', 'Minimum withdrawal is 5 points (KES 5,000).')).toBe(
    'Kiwango cha chini cha kutoa ni pointi 5 (KES 5,000).',
  )
  expect(translateText('sw', 'This account will be deleted on 4 December 2026. You can still keep it.')).toBe(
    'Akaunti hii itafutwa 4 Desemba 2026. Bado unaweza kuihifadhi.',
  )
  const suspended = `${errorTable.ACCOUNT_SUSPENDED.message} The reason: Two accounts.\nSee {reason} and $& too.`
  expect(translateText('sw', suspended)).toContain('Sababu: Two accounts.\nSee {reason} and $& too.')
})

test('somebody’s own words stay as they are', () => {
  for (const text of ['Where is my money?', '', '{points} points', 'Somebody’s At most 3 characters!']) {
    expect(translateText('sw', text)).toBe(text)
  }
})

test('what is wrong with a field is said in the language too', () => {
  const fieldErrors = {
    email: ['Please enter a valid email address'],
    password: ['At most 128 characters'],
    x: undefined,
  }
  expect(translateFailure('sw', { message: errorTable.INVALID_INPUT.message, fieldErrors })).toEqual({
    message: 'Baadhi ya sehemu si sahihi',
    fieldErrors: {
      email: ['Tafadhali weka barua pepe sahihi'],
      password: ['Herufi 128 kwa wingi zaidi'],
      x: undefined,
    },
  })
})

test('a phrase takes the same values in both languages', () => {
  const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
  const differing = Object.entries(swahiliPhrases).filter(
    ([english, swahili]) => String(namesIn(english)) !== String(namesIn(swahili)),
  )
  expect(differing).toEqual([])
})

/** What only the staff's tables and files say, who read English. */
const FOR_STAFF =
  /\b(webhook|csv|CSV|table|row|rows|statement|template|partner|receipt|key of this name|columns|ids|script|link of a YouTube)\b/

test('every sentence that the schemas and the rules say to a member is known in Swahili', async () => {
  const folders = ['../../../contract/src/', '../'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const said: string[] = []
  for (const folder of folders) {
    for (const path of await readdir(folder, { recursive: true })) {
      if (!path.endsWith('.ts') || /\.test\.ts$|testing|demo|earning-model|errors\.ts|language\//.test(path))
        continue
      const text = await readFile(folder + path, 'utf8')
      const calls = text.matchAll(
        /(?:message: |error: |invalidField\(\s*'\w+',\s*|z\.\w+\(|\.(?:min|max|regex|int|email|refine|positive|length)\([^()'`]*?)'([A-Z][^'\n]+)'/g,
      )
      said.push(...[...calls].map(([, sentence = '']) => sentence))
    }
  }
  expect(said.length).toBeGreaterThan(60)
  const unknown = said.filter((text) => !FOR_STAFF.test(text) && translateText('sw', text) === text)
  expect([...new Set(unknown)]).toEqual([])
})
