import type { startedSurvey } from '@chuma/contract/surveys/surveys'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { markInProgress } from '@chuma/db/queries/surveys/survey-attempts'
import { findSurveyTarget } from '@chuma/db/queries/surveys/surveys'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { recordClick } from '../partners/clicks/record-click.ts'
import { type OpenedAttempt, openAttempt } from './open-attempt.ts'

type From = { address: string | null; userAgent: string | null }
type Start = { surveyId: string; from?: From }

/**
 * Start a survey and promise its reward. Starting again returns the existing attempt. A partner's survey comes with the
 * address to open, and each start is a separate click: a lost tab can be opened again, and both clicks are credited to
 * the same attempt.
 * @throws AppError SURVEY_NOT_FOUND, SURVEY_FULL, NOT_ELIGIBLE
 */
export async function startSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId, from = { address: null, userAgent: null } }: Start,
): Promise<Answer<typeof startedSurvey>> {
  const { pointsPerUsd } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const opened = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
    const { questions: _, openForSeconds: __, isNew: ___, questionnaireVersion: ____, ...rest } = opened
    const { screenOutPoints: _____, ...attempt } = rest
    const isOpen = attempt.status === 'started' || attempt.status === 'in_progress'
    if (attempt.kind !== 'external' || !isOpen) return attempt
    const externalUrl = await leaveForPartner(trx, opened, { memberId, ...from })
    return { ...attempt, status: 'in_progress' as const, ...(externalUrl ? { externalUrl } : {}) }
  })
}

async function leaveForPartner(trx: Trx, attempt: OpenedAttempt, member: From & { memberId: string }) {
  const { surveyId, title, reward: points } = attempt
  const target = await findSurveyTarget(trx, surveyId)
  if (!target?.url) return undefined
  await markInProgress(trx, { memberId: member.memberId, surveyId })
  const { url } = await recordClick(trx, member, {
    kind: 'survey',
    id: surveyId,
    partnerId: target.partnerId,
    points,
    title,
    url: target.url,
  })
  return url
}
