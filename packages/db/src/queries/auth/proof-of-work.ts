import type { Db } from '../../client.ts'

/** Read the installation's key for challenges, which the migration made. */
export async function getWorkKey(db: Db): Promise<string> {
  const { key } = await db.selectFrom('workKey').select('key').executeTakeFirstOrThrow()
  return key.toString('hex')
}
