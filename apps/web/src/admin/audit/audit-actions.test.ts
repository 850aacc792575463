import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isKnownAction } from './audit-actions.ts'

/** Not what owners are only told of, nor a parameter's type. */
const WRITTEN = /(?<!tellOwners\(trx, \{ )\baction: '([^']+)'(?! \|)/g

const core = new URL('../../../../../packages/core/src/', import.meta.url)

test('the log has words for every action that core writes to it', async () => {
  const files = await readdir(fileURLToPath(core), { recursive: true })
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const texts = await Promise.all(sources.map((name) => readFile(new URL(name, core), 'utf8')))
  const written = texts
    .filter((text) => /insertAuditEntry|recordAct|recordCompanyChange/.test(text))
    .flatMap((text) => [...text.matchAll(WRITTEN)].map(([, action = '']) => action))
  expect(written.length).toBeGreaterThan(40)
  expect([...new Set(written)].filter((action) => !isKnownAction(action))).toEqual([])
})
