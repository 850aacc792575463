import type { DeleteResult } from 'kysely'

/** A statement that removes this many ends before a concurrent caller notices that it waited. */
const AT_ONCE = 1000

/** Remove what is old enough, one batch per statement, each with its own commit. */
export async function forgetInBatches(forget: (limit: number) => Promise<DeleteResult>): Promise<void> {
  while ((await forget(AT_ONCE)).numDeletedRows >= AT_ONCE);
}
