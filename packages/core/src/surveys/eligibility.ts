import type { Answer } from '@chuma/contract/fields'
import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import {
  type Audience,
  type CountAudienceInput,
  type eligibility,
  fewMembers,
  type Rule,
  type RuleTest,
  type SaveEligibilityInput,
} from '@chuma/contract/surveys/eligibility/eligibility'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Db, Trx } from '@chuma/db/client'
import { findApprovalPayload } from '@chuma/db/queries/admin/approvals'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  chooseSlice,
  countFitting,
  countReached,
  countReachedBy,
  findEligibility,
  getResponse,
  type MemberFacts,
  readMemberFacts,
  upsertEligibility,
} from '@chuma/db/queries/surveys/eligibility'
import { findOffer, lockOffer, type StoredOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError, orRefuse } from '../app-error.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import { type ApprovedBy, outdateWaiting } from '../approvals/transitions.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { toOfferInput } from './offers/stored-offers.ts'

/** `isRaw`: the reader may see counts of fewer than five. */
type Reader = { isRaw: boolean }

/**
 * Count the active members whom a rule fits, and estimate how many would complete the survey in a day. With many members the
 * counts are estimates from a random share of them, with their interval.
 * @throws AppError SURVEY_NOT_FOUND
 */
export async function countAudience(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  { isRaw }: Reader,
  { id: surveyId, rule, by }: CountAudienceInput,
): Promise<Audience> {
  const offer = orRefuse(await findOffer(db, surveyId), 'SURVEY_NOT_FOUND')
  const { minimumAudience } = await economy()
  const slice = await chooseSlice(db)
  const asked = { slice, country: offer.country, rule }
  const { active, reached } = await countReached(db, asked)
  const cells = by === undefined ? [] : await countReachedBy(db, asked, by)
  const { surveyDays, ...basis } = await getResponse(db)
  const show = (count: number) =>
    isRaw || count === 0 || count >= SMALLEST_CELL ? estimateMembers(count, slice.share) : null
  const shown = show(reached)
  return {
    active: estimateMembers(active, slice.share),
    reached: shown,
    isEstimate: slice.share < 1,
    cells: cells.map(({ code, count }) => ({ code, members: show(count) })),
    basis,
    // As many of those reached as of all active members complete a survey on a day on which it is open.
    completesPerDay:
      shown === null || basis.completed === 0 || active === 0
        ? null
        : round((basis.completed / surveyDays) * (reached / active)),
    warning: rule === undefined ? null : warn(active, reached),
    second:
      rule !== undefined && estimateMembers(reached, slice.share).low < minimumAudience
        ? { below: minimumAudience, isCertain: slice.share === 1 }
        : null,
  }
}

function warn(active: number, reached: number): Audience['warning'] {
  if (reached === 0) return 'nobody'
  return reached === active ? 'everybody' : null
}

const round = (value: number) => Math.round(value * 10) / 10

/** Project a count among a random share, with the 95 % interval of a Poisson count (score method). */
function estimateMembers(count: number, share: number): Audience['active'] {
  if (share === 1) return { members: count, low: count, high: count }
  const middle = count + 1.92
  const half = 1.96 * Math.sqrt(count + 0.96)
  return {
    members: Math.round(count / share),
    low: Math.max(count, Math.floor((middle - half) / share)),
    high: Math.ceil((middle + half) / share),
  }
}

type Eligibility = Answer<typeof eligibility>

/** Load who may take a survey. @throws AppError SURVEY_NOT_FOUND */
export async function getEligibility({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<Eligibility> {
  if (!(await findOffer(db, id))) throw new AppError('SURVEY_NOT_FOUND')
  return describe(db, id)
}

/**
 * Change who may take a survey. Members who have started may finish it. A rule that fits fewer members than `minimumAudience`
 * waits for a second person.
 * @throws AppError SURVEY_NOT_FOUND; ELIGIBILITY_CHANGED if someone saved another rule since; APPROVAL_PENDING
 */
export async function saveEligibility(
  deps: Pick<Deps, 'db' | 'accounts' | 'economy'>,
  staff: StaffActor,
  input: SaveEligibilityInput,
): Promise<Eligibility> {
  const { id, version, rule } = input
  const saved = await orAskAnother(deps, staff, async ({ db, economy }) => {
    const { minimumAudience: minimum } = await economy()
    return db.transaction().execute(async (trx) => {
      const offer = orRefuse(await lockOffer(trx, id), 'SURVEY_NOT_FOUND')
      const before = await describe(trx, id)
      if (before.version !== version) throw new AppError('ELIGIBILITY_CHANGED')
      const acts = await passAudience({ trx, staff }, { input, offer, before: before.rule, minimum })
      await upsertEligibility(trx, { surveyId: id, rule, version: version + 1, savedBy: staff.name })
      const subject = `survey:${id}`
      await outdateWaiting(trx, { subject, kinds: ['save-eligibility'], by: 'staff', actor: staff.name })
      await recordAct(trx, staff, {
        action: 'save-eligibility',
        subject,
        before: { rule: before.rule },
        after: { rule, ...acts },
      })
      return describe(trx, id)
    })
  })
  return saved
}

async function describe(db: Db, id: string): Promise<Eligibility> {
  const found = await findEligibility(db, id)
  return found ?? { version: 0, rule: null, savedAt: null, savedBy: null }
}

type Change = { input: SaveEligibilityInput; offer: StoredOffer; before: Rule | null; minimum: number }

/**
 * Let a survey's new rule through, or stop it until a second person approves it, because it fits so few members that they could be
 * friends of the person who saves it. The caller has locked the survey.
 * @throws ApprovalNeeded; AppError APPROVAL_STATE if far fewer members fit now than the approver read
 */
async function passAudience(
  { trx, staff }: { trx: Trx; staff: StaffActor },
  { input, offer, before, minimum }: Change,
): Promise<ApprovedBy> {
  const { id, rule } = input
  const count = await countIfNarrow(trx, { country: offer.country, rule, minimum })
  await requireAsRead(trx, staff, count)
  const members = count === undefined ? null : toMembersShown(count)
  // In the request, so that the survey cannot become another while the second person thinks about it.
  const { title, reward, screenOutPoints, country } = toOfferInput(offer)
  const survey = { title, reward, screenOutPoints, country }
  return passApproval(
    trx,
    {
      kind: 'save-eligibility',
      subject: `survey:${id}`,
      payload: input,
      before: { ...survey, rule: before },
      after: { ...survey, rule, members },
      amountKes: null,
      reason: null,
    },
    { staff, isAboveLimit: async () => count !== undefined },
  )
}

type Asked = { country: string; rule: Rule | null; minimum: number }

/**
 * Count the active members whom a survey's rule fits, if they are fewer than `minimum`; undefined if they are enough, and without a
 * rule. Exact among any number of members: someone could choose friends whose ids are in the share that an estimate reads.
 * The caller has locked the survey: changes of its rule and of its country must not be judged side by side.
 */
export async function countIfNarrow(trx: Trx, { country, rule, minimum }: Asked) {
  if (rule === null || minimum === 0) return undefined
  const count = await countFitting(trx, { country, rule, most: minimum })
  return count < minimum ? count : undefined
}

/**
 * Count the active members of a country, if they are fewer than `minimum` while at least as many live elsewhere: anyone may
 * say that they live there. Undefined otherwise, so also where there are few members at all.
 */
export async function countIfFewThere(trx: Trx, { country, minimum }: Omit<Asked, 'rule'>) {
  if (minimum === 0) return undefined
  const count = await countFitting(trx, { country, rule: undefined, most: minimum })
  if (count >= minimum) return undefined
  const rule: Rule = { not: { is: 'country', countries: [country] } }
  const elsewhere = await countFitting(trx, { country: '', rule, most: minimum })
  return elsewhere < minimum ? undefined : count
}

/** A small audience as a second person reads it: null for one to four, whom not every role may see. */
export const toMembersShown = (count: number): number | null =>
  count > 0 && count < SMALLEST_CELL ? null : count

/**
 * Refuse an approval of an audience that is less than half of what the approver read, or that the request did not say was small.
 * Members become inactive every day, so a few less are the same audience.
 * @throws AppError APPROVAL_STATE
 */
export async function requireAsRead(trx: Trx, { approval }: StaffActor, count: number | undefined) {
  if (!approval || count === undefined) return
  const request = await findApprovalPayload(trx, approval.approvalId)
  const read = fewMembers.safeParse(request?.after)
  const isAsRead = read.success && (read.data.members === null || count * 2 >= read.data.members)
  if (!isAsRead) throw new AppError('APPROVAL_STATE', { state: 'outdated' })
}

type Wish = { memberId: string; rule: Rule | null }

/** Refuse a survey that is for other members. @throws AppError NOT_ELIGIBLE */
export async function requireEligible(db: Db, { memberId, rule }: Wish): Promise<void> {
  if (rule && !matchesRule(rule, await readMemberFacts(db, memberId))) throw new AppError('NOT_ELIGIBLE')
}

/** Whether a member may take a survey, by their facts. `compileRule` decides the same in SQL. */
export function matchesRule(rule: Rule, facts: MemberFacts): boolean {
  if ('and' in rule) return rule.and.every((each) => matchesRule(each, facts))
  if ('or' in rule) return rule.or.some((each) => matchesRule(each, facts))
  return 'not' in rule ? !matchesRule(rule.not, facts) : matchesTest(rule, facts)
}

function matchesTest(test: RuleTest, facts: MemberFacts): boolean {
  const codesOf = (attribute: AttributeKey) => facts.profile[attribute]
  const born = Number(codesOf('birth_year')?.[0])
  switch (test.is) {
    case 'any-of':
      return codesOf(test.attribute)?.some((code) => test.codes.includes(code)) ?? false
    case 'none-of':
      return codesOf(test.attribute)?.every((code) => !test.codes.includes(code)) ?? false
    case 'born':
      return isBetween(born, test)
    case 'age':
      return isBetween(facts.year - born, test)
    case 'completed':
      return isBetween(countCompleted(facts, test.category), test)
    case 'new-to':
      return !test.surveys.some((id) => facts.startedIds.includes(id))
    case 'took':
      return test.surveys.some((id) => facts.completedIds.includes(id))
    case 'joined-days':
      return isBetween(facts.joinedDays, test)
    case 'premium':
      return facts.isPremium === test.value
    case 'country':
      return test.countries.some((name) => name.toLowerCase() === facts.country.toLowerCase())
    case 'accepted-percent':
      return acceptsEnough(facts, test.from)
    case 'flags':
      return facts.flagCount <= test.to
  }
}

/** An unknown number is between nothing. */
const isBetween = (
  value: number,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number | undefined; to?: number | undefined },
) => value >= from && value <= to

const countCompleted = ({ completed }: MemberFacts, category: string | undefined): number =>
  category === undefined
    ? Object.values(completed).reduce((sum, count) => sum + count, 0)
    : (completed[category] ?? 0)

function acceptsEnough(facts: MemberFacts, percent: number): boolean {
  const completed = countCompleted(facts, undefined)
  return completed > 0 && 100 * (completed - facts.rejectedCount) >= percent * completed
}
