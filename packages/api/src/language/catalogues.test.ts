import { errorTable } from '@chuma/contract/errors'
import { problemTable } from '@chuma/contract/problems'
import { noticeTable } from '@chuma/core/notice'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { catalogues } from './catalogues.ts'

type Token = string | [name: string, kind?: string, branches?: unknown]

/** `points:plural` for each argument, branches included. A `select` has to offer the same words in both languages. */
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

const kinds = ['error', 'problem', 'notice'] as const
const codesOf = (kind: (typeof kinds)[number]) => Object.entries<string>(catalogues.en[kind])
const paramsOf: Record<string, readonly string[]> = Object.fromEntries([
  ...Object.entries(errorTable).map(([code, { params }]) => [`error.${code}`, Object.keys(params.shape)]),
  ...Object.entries(problemTable).map(([code, params]) => [`problem.${code}`, Object.keys(params.shape)]),
  ...Object.entries(noticeTable).map(([code, params]) => [`notice.${code}`, Object.keys(params.shape)]),
])

test.each(kinds)('every %s takes the same values in Swahili as in English', (kind) => {
  const valuesOf = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, listArguments(text)]))
  expect(valuesOf(catalogues.sw[kind])).toEqual(valuesOf(catalogues.en[kind]))
})

test.each(kinds)('every %s takes only values that its code has', (kind) => {
  const unknown = codesOf(kind).flatMap(([code, text]) => {
    const names = listArguments(text).map((argument) => argument.split(':')[0] ?? '')
    return names.filter((name) => !paramsOf[`${kind}.${code}`]?.includes(name)).map((name) => [code, name])
  })
  expect(unknown).toEqual([])
})

const choices = Object.entries(errorTable).flatMap(([code, { params }]) =>
  Object.entries(params.shape).flatMap(([name, schema]) => {
    const issue = schema.safeParse('no such choice').error?.issues[0]
    return issue?.code === 'invalid_value' ? [[code, name, issue.values.map(String)] as const] : []
  }),
)

test.each(choices)('%s has words for each %s', (code, name, words) => {
  const offered = listArguments(catalogues.en.error[code as keyof typeof errorTable])
  const branches =
    offered
      .find((argument) => argument.startsWith(`${name}:`))
      ?.split(/[:,]/)
      .slice(1) ?? []
  // One of the words may be covered by `other`.
  const named = words.filter((word: string) => branches.includes(word))
  expect(branches.filter((branch) => !['other', 'offset'].includes(branch))).toEqual([...named].sort())
  expect(words.length - named.length).toBeLessThanOrEqual(1)
})

test.each(kinds)('no %s is left in English', (kind) => {
  const swahili: Record<string, string> = catalogues.sw[kind]
  const left = codesOf(kind).filter(([code, text]) => / \p{L}+ /u.test(text) && swahili[code] === text)
  expect(left).toEqual([])
})
