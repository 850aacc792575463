import { deleteBucket } from '@chuma/db/queries/auth/throttle'
import type { Deps } from '../../deps.ts'
import { nameBucket } from './name-bucket.ts'
import type { ThrottleRule } from './throttle-rules.ts'

/** Wipes the slate of an account whose owner has just proved who he is. */
export async function forgetAttempts(
  { db }: Pick<Deps, 'db'>,
  name: ThrottleRule,
  identifier: string,
): Promise<void> {
  await deleteBucket(db, nameBucket(name, identifier))
}
