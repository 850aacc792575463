import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { listFiles } from './list-files.ts'

// A pattern that takes the square of its input's length holds every request while it reads one long cell or line.

const PRODUCT = /^(packages|apps)\/(?!e2e|web\/plugins|db\/src\/(distribution|schema)).*\/src\/.*\.tsx?$/
const NOT_PRODUCT = /\.(test|spec|testing|gen)\.tsx?$|\/testing\.ts$|\/(distribution|schema)\//

/** Patterns whose input the code beside them bounds, with the bound. */
const BOUNDED = new Map([
  [String.raw`/\/+$/`, 'PUBLIC_URL, read once at start'],
  [String.raw`/\B(?=(\d{3})+$)/g`, 'an amount of at most 21 digits'],
  ['/0+$/', 'the six decimals of an amount'],
])

/** What quadratic backtracking takes seconds for, and linear reading well under a millisecond. */
const LENGTH = 30_000
const TIMEOUT_MS = 400

type Found = { pattern: string; flags: string; path: string }

function listPatterns(): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const path of listFiles('')) {
    if (!PRODUCT.test(path) || NOT_PRODUCT.test(path)) continue
    const text = readFileSync(path, 'utf8')
    visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), ({ pattern, flags }) =>
      found.set(`/${pattern}/${flags}`, { pattern, flags, path }),
    )
  }
  return found
}

function visit(node: unknown, see: (regex: { pattern: string; flags: string }) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('regex' in node && typeof node.regex === 'object') see(node.regex as { pattern: string; flags: string })
  for (const child of Object.values(node)) visit(child, see)
}

/** Long runs of what the pattern itself mentions, and an end that fits none. */
function listInputs(pattern: string): string[] {
  const signs = [...new Set([' ', 'a', '1', '-', ...pattern.replaceAll(/[\\()[\]{}?*+|^$]/g, '')])].slice(
    0,
    14,
  )
  const few = signs.slice(0, 4)
  const pairs = few.flatMap((one) => few.filter((other) => other !== one).map((other) => one + other))
  return [...signs, ...pairs].map((sign) => `${sign.repeat(Math.ceil(LENGTH / sign.length))}\u0001!`)
}

const context = createContext({ regex: undefined, input: '' })
const script = new Script('regex.test(input)')

function isSlow(regex: RegExp, input: string): boolean {
  Object.assign(context, { regex, input })
  try {
    script.runInContext(context, { timeout: TIMEOUT_MS })
    return false
  } catch {
    return true
  }
}

function findSlowInput({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>): string | undefined {
  const regex = new RegExp(pattern, flags.replaceAll(/[gy]/g, ''))
  // Twice, because another process may have had the processor.
  return listInputs(pattern).find((input) => isSlow(regex, input) && isSlow(regex, input))
}

test('no pattern of the product takes seconds for a long line', () => {
  const slow = [...listPatterns()].flatMap(([text, found]) =>
    !BOUNDED.has(text) && findSlowInput(found) ? [`${text} in ${found.path}`] : [],
  )
  expect(slow).toEqual([])
}, 180_000)

test.each([String.raw`^(.*?)\s*(CR|DR)$`, String.raw`\s+$`, '^(a+)+$'])('%s is noticed', (pattern) => {
  expect(findSlowInput({ pattern, flags: 'i' })).toBeDefined()
})
