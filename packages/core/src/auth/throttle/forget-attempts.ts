import { deleteBucket } from '@chuma/db/queries/auth/throttle'
import type { Deps } from '../../deps.ts'
import { nameBucket } from './name-bucket.ts'
import type { ThrottleRule } from './throttle-rules.ts'

/** Reset the count of an account whose owner has just authenticated. */
export async function forgetAttempts(
  { db }: Pick<Deps, 'db'>,
  name: ThrottleRule,
  identifier: string,
): Promise<void> {
  await deleteBucket(db, nameBucket(name, identifier))
}
