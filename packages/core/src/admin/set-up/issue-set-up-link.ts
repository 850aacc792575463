import { randomBytes } from 'node:crypto'
import {
  beginSetUp,
  deleteSetUpLinks,
  hasStaff,
  insertSetUpLink,
  lockSetUp,
  setSignUpOpen,
} from '@chuma/db/queries/admin/set-up'
import { hashToken } from '../../auth/sessions.ts'
import type { Deps } from '../../deps.ts'

/** Long enough to look for it in a log, short enough for a log that others read later. */
const LINK_MINUTES = 120

type Options = {
  /** An operator who asks for a new link may have lost the old one. */
  revokesOthers: boolean
}

/**
 * Issue the one-time link with which an installation without staff is set up; null if there is staff, or the set-up has
 * ended. The first link closes sign-up until the set-up ends: nobody joins a product without a name.
 */
export function issueSetUpLink({ db }: Pick<Deps, 'db'>, { revokesOthers }: Options) {
  return db.transaction().execute(async (trx) => {
    const setUp = await lockSetUp(trx)
    if (setUp.ownerId || setUp.finishedAt || (await hasStaff(trx))) return null
    if (await beginSetUp(trx)) await setSignUpOpen(trx, false)
    if (revokesOthers) await deleteSetUpLinks(trx)
    const token = `s_${randomBytes(32).toString('base64url')}`
    const expiresAt = await insertSetUpLink(trx, hashToken(token), LINK_MINUTES)
    // Behind the #, where no server or proxy writes it into its log.
    return { path: `/set-up#${token}`, expiresAt }
  })
}
