import {
  countMembers,
  findLastRoot,
  getYesterday,
  insertRoot,
  listLastHeads,
  listSealedLines,
} from '@chuma/db/queries/books/roots'
import { findLastSeal, getDatabaseTime } from '@chuma/db/queries/books/seals'
import { insertJob } from '@chuma/db/queries/jobs'
import { tellOfRoot } from '@chuma/db/queries/webhooks/tell-of-root'
import type { Deps } from '../../deps.ts'
import { sealBooks } from '../seals/seal-books.ts'
import { findSealKey } from '../seals/seal-keys.ts'
import { digestOf, type RootDocument, signRoot, withoutLists } from './root.ts'

type Publishing = Pick<Deps, 'db' | 'sealKeys' | 'installation' | 'roots'>

/**
 * Job, after midnight: sign what the books are, and hand it to places outside the database: a folder, a mail and the webhook
 * `books.root`. A repeat on the same day hands out the same root, to the folder alone. Nothing happens without seals.
 */
export async function publishRoot(deps: Publishing): Promise<void> {
  const [key] = deps.sealKeys
  if (!key) return
  await sealBooks(deps)
  const { db } = deps
  const day = await getYesterday(db)
  const last = await findLastRoot(db)
  if (last?.day === day) return deps.roots.keep(day, last.document)
  const seal = await findLastSeal(db)
  if (!seal || !findSealKey(deps.sealKeys, seal.keyId)) return

  const after = last?.sealId ?? 0
  const heads = await listLastHeads(db, after, seal.sealId)
  const entries = await listSealedLines(db, after, seal.sealId)
  const root = signRoot(
    key,
    {
      site: deps.installation.publicUrl,
      day,
      at: (await getDatabaseTime(db)).toISOString(),
      sealId: seal.sealId,
      sealMac: seal.mac.toString('hex'),
      members: await countMembers(db),
      postings: seal.postings,
      points: seal.points,
      entries: seal.entries,
      previous: last ? digestOf((JSON.parse(last.document) as RootDocument).statement) : '',
    },
    {
      heads: heads.map(({ memberId, seq, hash }) => [memberId, seq, hash.toString('hex')]),
      entries: entries.map(({ entryId, kept }) => [entryId, kept.toString('hex')]),
    },
  )
  const document = JSON.stringify(root)
  await db.transaction().execute(async (trx) => {
    await insertRoot(trx, { day, sealId: seal.sealId, document })
    await insertJob(trx, 'send-root', { day })
    await tellOfRoot(trx, day, withoutLists(document))
  })
  await deps.roots.keep(day, document)
}
