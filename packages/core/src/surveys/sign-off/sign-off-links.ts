import { randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import { listQuestions } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type {
  CommentSignOffInput,
  CreateSignOffLinkInput,
  createdSignOffLink,
  DecideSignOffInput,
  KeepSignOffTestInput,
  OpenSignOffInput,
  signOffView,
  WalkSignOffInput,
} from '@chuma/contract/surveys/sign-off'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findDraft } from '@chuma/db/queries/surveys/questionnaires'
import {
  countCommentsOfLink,
  decideSignOff as decide,
  findOpenSignOff,
  insertSignOffComment,
  insertSignOffLink,
  listCommentsOfLink,
  lockOpenSignOff,
  revokeSignOffLink as markRevoked,
} from '@chuma/db/queries/surveys/sign-offs'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { countStranger } from '../../auth/devices.ts'
import { createToken, parseToken } from '../../auth/sessions.ts'
import { reserveAttempt } from '../../auth/throttle.ts'
import type { Caller, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { checkQuestionnaire } from '../questionnaire/check/check-questionnaire.ts'
import { describeWalk, walkQuestionnaire } from '../questionnaire/take-answers.ts'
import { keepTest } from './test-answers.ts'

/**
 * Make a link by which a client's people walk the draft and sign it off. It shows the draft as it is now for good. Only its hash is
 * stored: the address is answered once.
 * @throws AppError SURVEY_NOT_FOUND; QUESTIONNAIRE_CHANGED if the draft is another by now, or could not be published
 */
export async function createSignOffLink(
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
  staff: StaffActor,
  { id: surveyId, version, days }: CreateSignOffLinkInput,
): Promise<Answer<typeof createdSignOffLink>> {
  const linkId = randomUUID()
  const { token, tokenHash } = createToken('v', linkId)
  // Takes long, so it holds no lock. A version of a draft never changes.
  const asked = orRefuse(await findDraft(db, surveyId), 'SURVEY_NOT_FOUND')
  const isReady =
    asked.version === version && asked.content && (await checkQuestionnaire(asked.content)).isPublishable
  await db.transaction().execute(async (trx) => {
    if (!(await lockOffer(trx, surveyId))) throw new AppError('SURVEY_NOT_FOUND')
    const draft = await findDraft(trx, surveyId)
    if (!isReady || draft?.version !== version || !draft.content) throw new AppError('QUESTIONNAIRE_CHANGED')
    await insertSignOffLink(trx, {
      linkId,
      tokenHash,
      surveyId,
      draftVersion: version,
      content: draft.content,
      days,
      createdBy: staff.name,
    })
    await recordAct(trx, staff, {
      action: 'sign-off.link-made',
      subject: `survey:${surveyId}`,
      after: { linkId, version, days },
    })
  })
  // Behind the `#`, which browsers send to no server: it is in no log.
  return { id: linkId, url: `${installation.publicUrl}/client/login#${token}` }
}

/** Revoke a link: from then on it opens nothing. @throws AppError NOT_FOUND, also if it was revoked before */
export function revokeSignOffLink(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: linkId }: { id: string },
): Promise<{ surveyId: string }> {
  return db.transaction().execute(async (trx) => {
    const revoked = orRefuse(await markRevoked(trx, linkId), 'NOT_FOUND')
    await recordAct(trx, staff, {
      action: 'sign-off.link-revoked',
      subject: `survey:${revoked.surveyId}`,
      after: { linkId },
    })
    return revoked
  })
}

/** Count a call with a link, and read the link. @throws AppError THROTTLED, LINK_INVALID */
async function readToken(deps: Deps, { address }: Caller, token: string) {
  await countStranger(deps, [['sign-off-address', address]])
  const parsed = parseToken(token)
  if (parsed?.kind !== 'v') throw new AppError('LINK_INVALID')
  const { ownerId: linkId, tokenHash } = parsed
  return { linkId, tokenHash }
}

type Link = NonNullable<Awaited<ReturnType<typeof findOpenSignOff>>>

async function openLink(deps: Deps, caller: Caller, token: string): Promise<Link> {
  const key = await readToken(deps, caller, token)
  const link = orRefuse(await findOpenSignOff(deps.db, key), 'LINK_INVALID')
  await reserveAttempt(deps, 'sign-off-link', link.linkId)
  return link
}

/** Write with a link, one call after the other. */
async function writeWithLink<T>(
  deps: Deps,
  { caller, token }: { caller: Caller; token: string },
  write: (trx: Trx, link: Link) => Promise<T>,
): Promise<T> {
  const key = await readToken(deps, caller, token)
  const found = orRefuse(await findOpenSignOff(deps.db, key), 'LINK_INVALID')
  await reserveAttempt(deps, 'sign-off-write', found.linkId)
  return deps.db.transaction().execute(async (trx) => {
    const link = orRefuse(await lockOpenSignOff(trx, key), 'LINK_INVALID')
    return write(trx, link)
  })
}

/**
 * Open a link. An unknown, expired or revoked one, and one of a deleted survey, answer alike.
 * @throws AppError THROTTLED, LINK_INVALID
 */
export async function openSignOff(deps: Deps, caller: Caller, { token }: OpenSignOffInput): Promise<View> {
  return describeLink(deps.db, await openLink(deps, caller, token))
}

type View = Answer<typeof signOffView>

/** Nothing of respondents, other surveys or staff, also not of other links to the same survey. */
async function describeLink(db: Db, link: Link): Promise<View> {
  const { linkId, title, draftVersion: version, content, expiresAt } = link
  return {
    title,
    version,
    languages: content.languages,
    expiresAt,
    decided: toDecided(link),
    comments: await listCommentsOfLink(db, linkId),
  }
}

/** Who decided what, in one object; null if nobody has. */
export function toDecided({
  decision,
  decidedBy,
  decidedAt,
}: Pick<Link, 'decision' | 'decidedBy' | 'decidedAt'>) {
  return decision && decidedBy && decidedAt ? { decision, name: decidedBy, decidedAt } : null
}

/**
 * Show what the link's questionnaire asks after these answers, as a member with this profile would see it. Stores nothing.
 * @throws AppError THROTTLED, LINK_INVALID; INVALID_INPUT naming each answer that is wrong
 */
export async function walkSignOff(deps: Deps, caller: Caller, { token, ...walk }: WalkSignOffInput) {
  const { content } = await openLink(deps, caller, token)
  return describeWalk(walkQuestionnaire(content, walk), walk.language)
}

const MAX_COMMENTS = 500

/**
 * Comment on a question of the link's questionnaire, or on the whole.
 * @throws AppError THROTTLED, LINK_INVALID; INVALID_INPUT for a question that it does not ask, or too many comments
 */
export function commentSignOff(deps: Deps, caller: Caller, input: CommentSignOffInput): Promise<View> {
  const { token, name, questionId = null, text } = input
  return writeWithLink(deps, { caller, token }, async (trx, link) => {
    const { linkId, content } = link
    if (questionId !== null && !listQuestions(content).some(({ id }) => id === questionId))
      throw invalidField('questionId', 'SURVEY_QUESTION_UNKNOWN')
    if ((await countCommentsOfLink(trx, linkId)) >= MAX_COMMENTS)
      throw invalidField('text', 'TOO_MANY', { max: MAX_COMMENTS })
    await insertSignOffComment(trx, { linkId, questionId, name, text })
    return describeLink(trx, link)
  })
}

/**
 * Sign the link's questionnaire off, or ask for changes. One link takes one decision; the same one again changes nothing.
 * @throws AppError THROTTLED, LINK_INVALID; ALREADY_DECIDED
 */
export function decideSignOff(
  deps: Deps,
  caller: Caller,
  { token, name, decision }: DecideSignOffInput,
): Promise<View> {
  return writeWithLink(deps, { caller, token }, async (trx, link) => {
    const isSame = link.decision === decision && link.decidedBy === name
    if (link.decision !== null && !isSame) throw new AppError('ALREADY_DECIDED')
    if (isSame) return describeLink(trx, link)
    const decided = await decide(trx, { linkId: link.linkId, name, decision })
    return describeLink(trx, { ...link, ...decided })
  })
}

/**
 * Keep a finished walk by a link as a test answer.
 * @throws AppError THROTTLED, LINK_INVALID; INVALID_INPUT naming each answer that is wrong or missing
 */
export function keepSignOffTest(deps: Deps, caller: Caller, input: KeepSignOffTestInput) {
  const { token, ...walk } = input
  return writeWithLink(deps, { caller, token }, (trx, { surveyId, draftVersion, linkId, content }) =>
    keepTest(trx, { surveyId, draftVersion, linkId, content }, walk),
  )
}
