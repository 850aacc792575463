import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')
/** Patterns of our own secrets, of those of the services we call, and of common ones. */
const SECRET = new RegExp(
  [
    '-----BEGIN [A-Z ]*PRIVATE KEY-----',
    '\\b[a-z]{1,2}_[\\w-]{65}(?![\\w-])',
    '\\bAKIA[0-9A-Z]{16}\\b',
    '\\b(?:ghp|gho|ghs|glpat|npm|xox[bp])[_-][A-Za-z0-9]{20,}',
    '\\beyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.',
    '(?:CONSUMER_SECRET|SECURITY_CREDENTIAL|PASSWORD)=[^\\s$"\'`#]{8,}',
    '\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+\\$[\\w+/]{16,}\\$',
  ].join('|'),
)
/** Strings that look like secrets and are not. */
const HARMLESS: Record<string, string> = {
  'packages/core/src/auth/passwords/passwords.ts': 'the hash of a random secret that was thrown away',
}
const TEXT = /\.(ts|tsx|mjs|js|json|md|sql|ya?ml|css|html|svg|grit)$|^\.env\.example$|\/run$/

test('no file of the tree holds a secret', () => {
  const files = listFiles('').filter((path) => TEXT.test(path) && !(path in HARMLESS))
  expect(files.length).toBeGreaterThan(400)
  const found = files.filter((path) => SECRET.test(readFileSync(join(root, path), 'utf8')))
  expect(found).toEqual([])
})

test.each([
  ['a private key', `-----BEGIN ${'RSA PRIVATE'} KEY-----`],
  ['a session token', `u_${'Ab-_9'.repeat(13)}`],
  ['a cloud key', `AKIA${'Q7'.repeat(8)}`],
  ['a password in an environment file', `DARAJA_CONSUMER_SECRET=${'x1'.repeat(8)}`],
  ['a password hash', `$argon2id$v=19$m=19456,t=2,p=1$${'Ab9+'.repeat(5)}$`],
])('%s would be found', (_name, text) => {
  expect(SECRET.test(text)).toBe(true)
})
