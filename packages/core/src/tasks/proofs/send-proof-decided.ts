import { findProofNews, type ProofRef } from '@chuma/db/queries/tasks/task-proofs'
import type { Deps } from '../../deps.ts'

/** Job: mail a member the decision about their proof. Retried until the mail is accepted. */
export async function sendProofDecided(deps: Deps, ref: ProofRef): Promise<void> {
  const found = await findProofNews(deps.db, ref)
  if (!found) return
  const { email, firstName, title, points, state, reason } = found
  const news = { to: email, firstName, title }
  if (state === 'approved') await deps.mail.sendProofApproved({ ...news, points })
  if (state === 'rejected') await deps.mail.sendProofRejected({ ...news, reason: reason ?? '' })
}
