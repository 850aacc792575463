import { randomBytes } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import { type Problem, problem } from '@chuma/contract/problems'
import {
  type AnswerProfileGroupInput,
  type answeredProfileGroup,
  LINKING_VERSION,
  PROFILE_CONSENT_VERSION,
  PROFILE_SHARING_VERSION,
  type ProfileAttributeInput,
  type ProfileSource,
  type profileOverview,
  type profileQuestion,
  type SaveProfileAnswerInput,
  type ShareProfileInput,
  type shownProfile,
} from '@chuma/contract/profile/profile'
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  attributesOf,
  PREFER_NOT,
  PROFILE_ATTRIBUTES,
  PROFILE_GROUPS,
} from '@chuma/contract/profile/profile-attributes'
import { traitOf } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { Db, Trx } from '@chuma/db/client'
import { isErased, isMember } from '@chuma/db/queries/account/members'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  deleteProfileAnswer,
  findProfileChoice,
  groupSource,
  insertProfileFlag,
  listPaidGroups,
  listProfileAnswers,
  listProfileFlags,
  markPrompted,
  readSettledQuestions,
  setLinking,
  setSharing,
  upsertProfileAnswer,
  wasWithdrawn,
} from '@chuma/db/queries/profile/profile-answers'
import { forgetTrait } from '@chuma/db/queries/surveys/surveys'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { isReturning } from '../account/returning/prints.ts'
import { AppError } from '../app-error.ts'
import type { SignedInMember, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Answer all questions of a group, and earn its points once in a business year: a unique source key, whatever else happens
 * to the answers. "Prefer not to say" earns them too: consent is not bought.
 * @throws AppError INVALID_INPUT with a problem for each missing or wrong answer
 */
export async function answerGroup(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { group, answers }: AnswerProfileGroupInput,
): Promise<Answer<typeof answeredProfileGroup>> {
  requireWholeGroup(attributesOf(group), answers)
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    await keepAnswers(trx, {
      memberId,
      answers,
      source: 'survey',
      path: (attribute) => `answers.${attribute}`,
    })
    // Read after the wallet's lock, so that of two concurrent calls one says that it earned nothing.
    const isPaid = (await listPaidGroups(trx, memberId)).includes(group)
    if (!isPaid && groupPoints > 0) {
      await bookReward(trx, {
        memberId,
        kind: 'profile',
        points: groupPoints,
        sourceKey: groupSource(group),
        description: 'Profile questions',
      })
    }
    return {
      pointsEarned: isPaid ? 0 : groupPoints,
      overview: await getOverview(trx, memberId, groupPoints),
    }
  })
}

function requireWholeGroup(attributes: AttributeKey[], answers: object): void {
  const fields: Record<string, Problem[]> = {}
  for (const attribute of attributes) {
    if (!(attribute in answers)) fields[`answers.${attribute}`] = [problem('REQUIRED')]
  }
  for (const attribute of Object.keys(answers) as AttributeKey[]) {
    if (!attributes.includes(attribute)) fields[`answers.${attribute}`] = [problem('UNKNOWN_FIELD')]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}

type Overview = Answer<typeof profileOverview>

/** Read the caller's own profile. */
export async function getOwnProfile(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
): Promise<Overview> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return getOverview(deps.db, memberId, groupPoints)
}

/** Read a member's answers, the groups of questions with what each pays, and whether answers are shared. */
async function getOverview(db: Db, memberId: string, groupPoints: number): Promise<Overview> {
  const rows = await listProfileAnswers(db, memberId)
  const paid = await listPaidGroups(db, memberId)
  const choice = await findProfileChoice(db, memberId)
  const counting = new Set(rows.filter(({ counts }) => counts).map(({ attribute }) => attribute))
  return {
    answers: rows.map(toAnswer),
    groups: PROFILE_GROUPS.map((id) => ({
      id,
      isAnswered: attributesOf(id).every((attribute) => counting.has(attribute)),
      points: paid.includes(id) ? 0 : groupPoints,
    })),
    sharedSince: choice?.sharedAt ?? null,
    linkedSince: choice?.linkedAt ?? null,
  }
}

type Row = Awaited<ReturnType<typeof listProfileAnswers>>[number]

const toAnswer = ({ attribute, codes, answeredAt, expiresAt }: Row) => ({
  attribute: attribute as AttributeKey,
  codes,
  answeredAt,
  expiresAt,
})

/**
 * Read what a group of profile questions pays a member. Nothing to a person who erased an account within the last months: they may have
 * been paid for the same answers already. Not to be called in a transaction.
 */
async function readGroupPoints(deps: Pick<Deps, 'db' | 'economy' | 'secrets'>, memberId: string) {
  const { profileGroupPoints } = await deps.economy()
  return (await isReturning(deps.db, deps, memberId)) ? 0 : profileGroupPoints
}

type Answers = Partial<Record<AttributeKey, string[]>>
type Given = {
  memberId: string
  answers: Answers
  source: ProfileSource
  path: (attribute: AttributeKey) => string
}

/**
 * Store answers in place of earlier ones, and flag unlikely changes. The wallet's lock keeps a concurrent erasure from leaving
 * answers behind. `path` names the field of an answer in problems.
 * @throws AppError INVALID_INPUT, NOT_SIGNED_IN
 */
async function keepAnswers(trx: Trx, { memberId, answers, source, path }: Given): Promise<void> {
  await lockWallet(trx, memberId)
  if (await isErased(trx, memberId)) throw new AppError('NOT_SIGNED_IN')
  const year = Number((await getBusinessDay(trx)).slice(0, 4))
  const given = Object.entries(answers) as [AttributeKey, string[]][]
  const fields: Record<string, Problem[]> = {}
  for (const [attribute, codes] of given) {
    const found = findCodesProblem(attribute, codes, year)
    if (found) fields[path(attribute)] = [found]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })

  const before = new Map((await listProfileAnswers(trx, memberId)).map((row) => [row.attribute, row.codes]))
  for (const [attribute, codes] of given) {
    await flagChange(trx, { memberId, attribute, before: before.get(attribute), after: codes })
    const trait = traitOf(attribute)
    // Someone who would rather not say any more has withdrawn what they said.
    if (trait && codes[0] === PREFER_NOT) await forgetTrait(trx, memberId, trait)
    await upsertProfileAnswer(trx, {
      memberId,
      attribute,
      codes,
      months: PROFILE_ATTRIBUTES[attribute].months,
      consentVersion: PROFILE_CONSENT_VERSION,
      source,
    })
  }
}

type Change = { memberId: string; attribute: AttributeKey; before: string[] | undefined; after: string[] }

async function flagChange(trx: Trx, { memberId, attribute, before, after }: Change): Promise<void> {
  const isFlagged = before
    ? isUnlikely(attribute, before, after)
    : isLasting(attribute) && (await wasWithdrawn(trx, memberId, attribute))
  if (isFlagged) await insertProfileFlag(trx, { memberId, attribute, kind: 'changed' })
}

const OLDEST_YEAR = 1900
/** Members are adults. */
const YOUNGEST_AGE = 18

/** Find what is wrong with an answer. `year`: the current one, of the business's time zone. */
function findCodesProblem(attribute: AttributeKey, codes: readonly string[], year: number): Problem | null {
  const { kind, options } = PROFILE_ATTRIBUTES[attribute]
  const [first = '', ...others] = codes
  if (first === PREFER_NOT && others.length === 0) return null
  if (kind !== 'several' && others.length > 0) return problem('TOO_MANY', { max: 1 })
  if (kind === 'year') return findYearProblem(first, year - YOUNGEST_AGE)
  const known = options.map(({ code }) => code)
  if (codes.some((code) => !known.includes(code))) {
    return problem('NOT_AN_OPTION', { options: [...known, PREFER_NOT] })
  }
  return new Set(codes).size < codes.length ? problem('REPEATED') : null
}

function findYearProblem(code: string, latest: number): Problem | null {
  if (!/^\d{4}$/.test(code)) return problem('INVALID')
  const born = Number(code)
  if (born < OLDEST_YEAR) return problem('TOO_SMALL', { min: OLDEST_YEAR })
  return born > latest ? problem('TOO_BIG', { max: latest }) : null
}

/** Attributes that do not change. Their changes are flagged for quality and never refused: people correct mistakes too. */
const LASTING: readonly AttributeKey[] = ['birth_year', 'sex']

const isLasting = (attribute: AttributeKey): boolean => LASTING.includes(attribute)

/** Whether a lasting answer differs from the one before in a way that is hardly a correction. */
function isUnlikely(attribute: AttributeKey, before: readonly string[], after: readonly string[]): boolean {
  const [from = PREFER_NOT] = before
  const [to = PREFER_NOT] = after
  if (!isLasting(attribute) || from === PREFER_NOT || to === PREFER_NOT) return false
  // People who know their age, but not their birthday, are off by one.
  return attribute === 'birth_year' ? Math.abs(Number(from) - Number(to)) > 1 : from !== to
}

/** Show one member's profile to staff. Every call is in the audit log, without the answers. @throws AppError NOT_FOUND */
export function showMemberProfile(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { memberId }: { memberId: string },
): Promise<Answer<typeof shownProfile>> {
  return db.transaction().execute(async (trx) => {
    if (!(await isMember(trx, memberId))) throw new AppError('NOT_FOUND')
    const answers = await listProfileAnswers(trx, memberId)
    const flags = await listProfileFlags(trx, memberId)
    await recordAct(trx, staff, { action: 'member.profile-shown', subject: `member:${memberId}` })
    const changes = flags.filter(({ kind }) => kind === 'changed')
    return {
      answers: answers.map(toAnswer),
      changes: changes.map(({ attribute, at }) => ({ attribute: attribute as AttributeKey, at })),
    }
  })
}

/**
 * Withdraw the consent to one answer, which deletes it, also where answers to surveys are counted by it. What it earned stays.
 * Repeating it changes nothing.
 */
export async function withdrawAnswer(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { attribute }: ProfileAttributeInput,
): Promise<Answer<typeof profileOverview>> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    await lockWallet(trx, memberId)
    const wasThere = await deleteProfileAnswer(trx, memberId, attribute)
    if (wasThere && isLasting(attribute)) {
      await insertProfileFlag(trx, { memberId, attribute, kind: 'withdrawn' })
    }
    const trait = traitOf(attribute)
    if (trait) await forgetTrait(trx, memberId, trait)
    return getOverview(trx, memberId, groupPoints)
  })
}

type Question = Answer<typeof profileQuestion>

/** Find the one question to ask today: the first without an answer that counts. None after one was answered or dismissed. */
export async function getQuestion({ db }: Pick<Deps, 'db'>, { memberId }: SignedInMember): Promise<Question> {
  const { isPrompted, settled } = await readSettledQuestions(db, memberId)
  if (isPrompted) return { attribute: null }
  return { attribute: ATTRIBUTE_KEYS.find((attribute) => !settled.includes(attribute)) ?? null }
}

/** Never ask this on the dashboard again, and nothing else today. */
export async function dismissQuestion(
  { db }: Pick<Deps, 'db'>,
  { memberId }: SignedInMember,
  { attribute }: ProfileAttributeInput,
): Promise<Question> {
  await db.transaction().execute((trx) => markPrompted(trx, memberId, attribute))
  return { attribute: null }
}

/**
 * Allow answers to be passed to partners, or answers to the surveys of a series to be linked in files, or no longer. What was delivered stays
 * delivered; who agrees to links again gets another key.
 */
export async function shareProfile(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { isShared, isLinked }: ShareProfileInput,
): Promise<Answer<typeof profileOverview>> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    if (isShared !== undefined) await setSharing(trx, memberId, isShared ? PROFILE_SHARING_VERSION : null)
    if (isLinked !== undefined)
      await setLinking(trx, memberId, isLinked ? { version: LINKING_VERSION, key: randomBytes(32) } : null)
    return getOverview(trx, memberId, groupPoints)
  })
}

/** Store one answer, with the member's consent to that. Earns nothing. @throws AppError INVALID_INPUT */
export async function saveProfileAnswer(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { attribute, codes, source }: SaveProfileAnswerInput,
): Promise<Answer<typeof profileOverview>> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    await keepAnswers(trx, { memberId, answers: { [attribute]: codes }, source, path: () => 'codes' })
    if (source === 'question') await markPrompted(trx, memberId, null)
    return getOverview(trx, memberId, groupPoints)
  })
}
