import path from 'node:path'
import { createDb } from '@chuma/db/client'
import { startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'

const root = path.join(import.meta.dirname, '../../../..')

type Place = { folder: string; given?: string | undefined }

/** Open the given database, migrated, or an embedded one that stays in `folder` until it is removed. */
export async function openLarge({ folder, given }: Place) {
  // A power cut would cost one seeding; waiting for the disk would cost more every time.
  const embedded = given ? null : await startEmbedded({ dir: path.resolve(root, folder), durable: false })
  const url = given ?? embedded?.url ?? ''
  const db = createDb(url, { max: 4 })
  const close = async () => {
    await db.destroy()
    await embedded?.stop()
  }
  try {
    await migrateToLatest(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, place: given ? 'DATABASE_URL' : folder, close }
}
