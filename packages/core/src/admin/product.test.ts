import { noFigures } from '@chuma/contract/admin/figures'
import { expect, test } from 'vitest'
import { createChanges } from '../live/watch.ts'
import { openTestDb } from '../testing.ts'
import { createProductReader } from './product.ts'

const { db } = await openTestDb()

const defaults = {
  name: 'Chuma',
  email: 'support@chuma.test',
  phone: '+254 20 000 0000',
  address: 'Nairobi, Kenya',
  hours: ['Mon-Fri 9:00 AM - 6:00 PM'],
  figures: noFigures,
}
const rename = (name: string) => db.updateTable('product').set({ name }).execute()

test('the details are read once until a change is announced', async () => {
  const changes = createChanges()
  const product = createProductReader(db, defaults, { changes, maxAgeMs: 60_000 })
  const first = await product()
  expect(first).toMatchObject({ name: 'Chuma' })
  await rename('Pesa Poa')
  expect(await product()).toBe(first)
  changes.announce('product')
  expect(await product()).toMatchObject({ name: 'Pesa Poa', email: 'support@chuma.test' })
})

test('a failed read is not kept', async () => {
  let isBroken = true
  const broken = db.withPlugin({
    transformQuery: ({ node }) => {
      if (isBroken) throw new Error('no database')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const product = createProductReader(broken, defaults, { maxAgeMs: 60_000 })
  await expect(product()).rejects.toThrow('no database')
  isBroken = false
  expect(await product()).toMatchObject({ email: 'support@chuma.test' })
})
