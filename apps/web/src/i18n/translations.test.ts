import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'

type Token = string | [name: string, kind?: string, branches?: unknown]
type Messages = Record<string, string>

const folder = fileURLToPath(new URL('./messages/', import.meta.url))
const files = await readdir(`${folder}en`)

async function readMessages(language: string, file: string): Promise<Messages> {
  return Object.assign({}, ...Object.values(await import(`${folder}${language}/${file}`)))
}

/** Collect `points:plural`, also inside branches. A choice between texts must offer the same branches. */
function listArguments(text: string): string[] {
  const found = new Set<string>()
  const visit = (tokens: unknown) => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens as Token[]) {
      if (!Array.isArray(token)) continue
      const [name, kind = 'value', branches] = token
      const isChoice = typeof branches === 'object' && branches !== null
      found.add(kind === 'select' && isChoice ? `${name}:${Object.keys(branches).sort()}` : `${name}:${kind}`)
      if (isChoice) for (const branch of Object.values(branches)) visit(branch)
    }
  }
  visit(compileMessageOrThrow(text))
  return [...found].sort()
}

test('every feature has a Swahili file', async () => {
  expect(await readdir(`${folder}sw`)).toEqual(files)
})

test.each(files)('%s takes the same values in Swahili as in English', async (file) => {
  const [english, swahili] = await Promise.all([readMessages('en', file), readMessages('sw', file)])
  const valuesOf = (messages: Messages) =>
    Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, listArguments(text)]))
  expect(valuesOf(swahili)).toEqual(valuesOf(english))
})

test.each(files)('%s leaves no sentence in English, and puts no value between apostrophes', async (file) => {
  const [english, swahili] = await Promise.all([readMessages('en', file), readMessages('sw', file)])
  const left = Object.entries(swahili).filter(
    ([key, text]) => / \p{L}+ /u.test(text) && english[key] === text,
  )
  expect(left).toEqual([])
  const apostrophes = Object.entries(swahili).filter(([, text]) => text.includes("'"))
  expect(apostrophes).toEqual([])
})
