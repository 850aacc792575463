import type { Db, Trx } from '@chuma/db/client'
import {
  deleteOldPrints,
  findErasedSurveys,
  getIdentity,
  type Identity,
  insertPrints,
  listPaidSurveys,
} from '@chuma/db/queries/account/erased-prints'
import { forgetInBatches } from '@chuma/db/queries/retention'
import type { Deps } from '../../deps.ts'

/** How long the privacy page says that a trace of an erased account is kept. */
const PRINT_MONTHS = 12

type Secrets = Pick<Deps, 'secrets'>

/** `isStored`: with the current key only, as what is stored. Otherwise with every key that may have hashed it. */
function hashIdentity({ secrets }: Secrets, { emails, destinationHashes }: Identity, isStored: boolean) {
  const mailboxes = [...new Set(emails.map(toMailbox))].map((mailbox) =>
    secrets.hash('erased mailbox', mailbox),
  )
  const printHashes = mailboxes.flatMap((hashes) => (isStored ? [hashes[0]] : hashes))
  return [
    ...printHashes.map((printHash) => ({ kind: 'mailbox' as const, printHash })),
    ...destinationHashes.map((printHash) => ({ kind: 'destination' as const, printHash })),
  ]
}

/**
 * Keep what shows that the same person comes back, and which surveys they were paid for: hashes with a key, and no address. The
 * caller erases the member in the same transaction, and has not begun.
 */
export async function keepPrints(trx: Trx, secrets: Secrets, memberId: string): Promise<void> {
  const identity = await getIdentity(trx, memberId, { claimed: false })
  await insertPrints(trx, {
    prints: hashIdentity(secrets, identity, true),
    surveyIds: await listPaidSurveys(trx, memberId),
    memberId,
    months: PRINT_MONTHS,
  })
}

function listPrints(secrets: Secrets, identity: Identity): Buffer[] {
  return hashIdentity(secrets, identity, false).map(({ printHash }) => printHash)
}

/** The prints that an erased account of the same person may have left of its addresses, with every key that may have hashed them. */
export const hashMailboxes = (secrets: Secrets, emails: readonly string[]) =>
  listPrints(secrets, { emails: [...emails], destinationHashes: [] })

async function findReturned(db: Db, secrets: Secrets, memberId: string) {
  const identity = await getIdentity(db, memberId, { claimed: true })
  return findErasedSurveys(db, listPrints(secrets, identity))
}

/** Whether this member had an account before that was erased within the last months. Nothing is refused to them. */
export async function isReturning(db: Db, secrets: Secrets, memberId: string): Promise<boolean> {
  return (await findReturned(db, secrets, memberId)) !== undefined
}

/** Whether this member was paid for a survey with an account that was erased: they may take it again, without points. */
export async function wasPaidBefore(
  db: Db,
  secrets: Secrets,
  { memberId, surveyId }: { memberId: string; surveyId: string },
): Promise<boolean> {
  return (await findReturned(db, secrets, memberId))?.includes(surveyId) ?? false
}

/** Forget the prints whose time is over. */
export function forgetPrints({ db }: Pick<Deps, 'db'>): Promise<void> {
  return forgetInBatches((limit) => deleteOldPrints(db, limit))
}

/** Normalise an address to its mailbox: tags are ignored, and so are dots at Gmail. */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [untagged = ''] = name.split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
