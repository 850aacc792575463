import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ANSWERED_ONCE } from './call-until-answered.ts'

const routers = path.join(import.meta.dirname, '../../api/src/routers')

test('exactly the mutations whose key the server reads are retried', () => {
  const files = readdirSync(routers, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.ts'),
  )
  const keyed = files.flatMap((file) =>
    readFileSync(path.join(routers, file), 'utf8')
      .split(/^ {2}(?=\w+: )/m)
      .filter((procedure) => procedure.includes('ctx.idempotencyKey'))
      .map((procedure) => procedure.slice(0, procedure.indexOf(':'))),
  )
  expect([...ANSWERED_ONCE].map((name) => name.split('.')[1]).sort()).toEqual(keyed.sort())
})
