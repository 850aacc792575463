import { findRoot } from '@chuma/db/queries/books/roots'
import type { Deps } from '../../deps.ts'
import { withoutLists } from './root.ts'

/** Job: mail a day's root to the support address, where the database's administrators cannot change it. */
export async function sendRoot(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  { day }: { day: string },
): Promise<void> {
  const document = await findRoot(db, day)
  if (document !== undefined) await mail.sendRoot({ day, root: JSON.stringify(withoutLists(document)) })
}
