import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { renderSql } from './render-sql.ts'
import { renderTypes } from './render-types.ts'

// `npm run schema` writes both files again.
const { db, close } = await createTestDb()
afterAll(close)

test('schema.sql matches what migrations and functions create', async () => {
  await expect(await renderSql(db)).toMatchFileSnapshot('../../schema.sql')
})

test("Kysely's types match the tables", async () => {
  await expect(await renderTypes(db)).toMatchFileSnapshot('../schema.gen.ts')
})
