import path from 'node:path'
import { createDb } from '@chuma/db/client'
import { startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'

const root = path.join(import.meta.dirname, '../../../..')

type Place = { folder: string; given?: string | undefined }

/** The migrated database that is given or, without one, an embedded one that stays in `folder` until that is removed. */
export async function openLarge({ folder, given }: Place) {
  // A power cut costs a seeding, and waiting for the disk would cost one each time.
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
