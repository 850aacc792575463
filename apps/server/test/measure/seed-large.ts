import { fillLarge, verifyLarge } from './fill-large.ts'
import { openLarge } from './open-large.ts'
import { readSizes } from './read-sizes.ts'

// Seeds a database as large as the business hopes to become. Started by `npm run seed:large`.
const { sizes, verify, folder } = readSizes(process.argv.slice(2))
const { db, place, close } = await openLarge({ folder, given: process.env.DATABASE_URL })
try {
  await fillLarge(db, sizes, place)
  await verifyLarge(db, verify)
} finally {
  await close()
}
