import type { Db } from '../../client.ts'

/** List with whom a member declares to share a phone. */
export async function listSharing(db: Db, memberId: string): Promise<string[]> {
  const declared = await db
    .selectFrom('sharedPhone')
    .select('names')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return declared?.names ?? []
}

/** Replace the declaration. Without names there is none. */
export async function replaceSharing(db: Db, memberId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) {
    await db.deleteFrom('sharedPhone').where('memberId', '=', memberId).execute()
    return
  }
  await db
    .insertInto('sharedPhone')
    .values({ memberId, names: [...names] })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((eb) => ({
        names: eb.ref('excluded.names'),
        declaredAt: eb.ref('excluded.declaredAt'),
      })),
    )
    .execute()
}
