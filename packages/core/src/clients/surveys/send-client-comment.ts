import { findCommentNews } from '@chuma/db/queries/clients/client-surveys'
import { findClientUser } from '@chuma/db/queries/clients/clients'
import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../../deps.ts'

/** Job: mail a comment about a survey to someone of its client, or to our support address. Skipped for someone who was removed. */
export async function sendClientComment(
  deps: Pick<Deps, 'db' | 'mail' | 'product'>,
  { commentId, userId }: Jobs['send-client-comment'],
): Promise<void> {
  const found = await findCommentNews(deps.db, commentId)
  const user = userId === null ? null : await findClientUser(deps.db, userId)
  if (!found || user === undefined) return
  const { title, text, author, surveyId, organisationId } = found
  await deps.mail.sendClientComment({
    to: user?.email ?? (await deps.product()).email,
    firstName: user?.name ?? '',
    author,
    title,
    text,
    path: user ? `/client?survey=${surveyId}` : `/admin/clients/${organisationId}`,
  })
}
