import { problem } from '@chuma/contract/problems'
import { listTemplates } from '@chuma/db/queries/inbox/inbox'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startBehind } from '../admin/testing.ts'
import { codeOf, createTestDeps } from '../testing.ts'
import { createTemplate, retireTemplate, updateTemplate } from './messages.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const amina = { name: 'staff:amina', address: null }
const words = { name: 'Late payout', subject: null, text: 'Dear {firstName},' }

beforeEach(() => db.deleteFrom('contactTemplate').execute())

test('a template’s name is unique until it is retired', async () => {
  const { id } = await createTemplate(deps, amina, words)
  await expect(createTemplate(deps, amina, { ...words, name: 'late PAYOUT' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { name: [problem('NAME_TAKEN')] },
  })
  await retireTemplate(deps, amina, { id })
  expect(await listTemplates(db)).toEqual([])
  expect(await codeOf(updateTemplate(deps, amina, { ...words, id, version: 1 }))).toBe('NOT_FOUND')
  await createTemplate(deps, amina, words)
})

test('a template cannot get another one’s name', async () => {
  await createTemplate(deps, amina, words)
  const { id, version } = await createTemplate(deps, amina, { ...words, name: 'Other' })
  expect(await codeOf(updateTemplate(deps, amina, { ...words, id, version }))).toBe('INVALID_INPUT')
  expect(await updateTemplate(deps, amina, { ...words, name: 'OTHER', id, version })).toMatchObject({
    name: 'OTHER',
    version: 2,
  })
})

test('of two concurrent changes of a template the second is refused', async () => {
  const { id, version } = await createTemplate(deps, amina, words)
  const results = await startBehind(
    db,
    (trx) => sql`lock table contact_template in share row exclusive mode`.execute(trx),
    () => ['One', 'Two'].map((text) => updateTemplate(deps, amina, { ...words, text, id, version })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'TEMPLATE_STATE' }),
  })
})
