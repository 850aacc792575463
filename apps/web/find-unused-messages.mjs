// Fails on messages that no page uses. TypeScript checks that each one exists in every language.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = process.argv[2] ?? join(import.meta.dirname, 'src')
const messages = join(source, 'i18n/messages/en')

const keys = readdirSync(messages).flatMap((file) =>
  [...readFileSync(join(messages, file), 'utf8').matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => key),
)
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^i18n\/(messages|groups)\//.test(path))
  .map((path) => readFileSync(join(source, path), 'utf8'))

const literals = new Set(texts.flatMap((text) => [...text.matchAll(/'([\w.:-]+)'/g)].map(([, key]) => key)))
// `attempt.${state}` uses every message whose key starts with `attempt.`.
const patterns = texts.flatMap((text) =>
  [...text.matchAll(/`([\w.:-]*\.?)\$\{[^}`]*\}([\w.:-]*)`/g)]
    .filter(([, before, after]) => `${before}${after}`.includes('.'))
    .map(([, before, after]) => new RegExp(`^${quote(before)}.+${quote(after)}$`)),
)

const unused = keys.filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)))
if (unused.length > 0) {
  console.error(`No page shows these messages:\n${unused.join('\n')}`)
  process.exitCode = 1
}

function quote(text) {
  return text.replaceAll(/[.-]/g, '\\$&')
}
