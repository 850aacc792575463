import { isDeepStrictEqual } from 'node:util'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Answer } from '@chuma/contract/fields'
import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type {
  CreateSurveyInput,
  surveyOfferDetail,
  UpdateSurveyInput,
} from '@chuma/contract/surveys/survey-offers'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findEligibility } from '@chuma/db/queries/surveys/eligibility'
import { listVersions } from '@chuma/db/queries/surveys/questionnaires'
import {
  countTakenPlaces,
  findOffer,
  insertOffer,
  lockOffer,
  type StoredOffer,
  setTakenPlaces,
  updateOffer,
} from '@chuma/db/queries/surveys/survey-offers'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { exceedsDay } from '../../approvals/limits.ts'
import { orAskAnother, passApproval, type Wish } from '../../approvals/or-ask-another.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { countIfFewThere, countIfNarrow, requireAsRead, toMembersShown } from '../eligibility.ts'
import { requireWholeOffer, toOfferInput, toStoredOffer } from './stored-offers.ts'

/**
 * Change the given fields. Members who have started keep their questions and promised points.
 * Raising the reward counts against the day's limit of the caller's person. For a survey that few members could take it waits for a
 * second person, as its country does.
 * @throws AppError SURVEY_NOT_FOUND; APPROVAL_PENDING; OFFER_CHANGED if `version` is given and outdated; INVALID_INPUT
 */
export async function updateSurvey(deps: Deps, staff: StaffActor, input: UpdateSurveyInput) {
  const { id, version, ...changes } = input
  const { pointsPerUsd } = await deps.economy()
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const before = orRefuse(await lockOffer(trx, id), 'SURVEY_NOT_FOUND')
      if (version !== undefined && version !== before.version) throw new AppError('OFFER_CHANGED')
      const offer = mergeOffer(before, changes)
      await requireWholeOffer(trx, offer, pointsPerUsd)
      await changeOffer({ deps, trx, staff }, { input, before, offer })
      return describeOffer(trx, id, pointsPerUsd)
    }),
  )
}

type Changes = { [Field in keyof CreateSurveyInput]?: CreateSurveyInput[Field] | undefined }

export function mergeOffer(before: StoredOffer, changes: Changes): StoredOffer {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return toStoredOffer({ ...toOfferInput(before), ...named })
}

type Change = { input: UpdateSurveyInput; before: StoredOffer; offer: StoredOffer }

/**
 * The caller has locked the survey.
 * @throws AppError INVALID_INPUT for other questions than those of a published questionnaire, which no member would see
 */
export async function changeOffer(act: OfferAct, change: Change): Promise<void> {
  const { trx, staff } = act
  const { id } = change.input
  const [before, after] = [toOfferInput(change.before), toOfferInput(change.offer)]
  if (!isDeepStrictEqual(before.questions, after.questions) && (await listVersions(trx, id)).length > 0) {
    throw invalidField('questions', 'QUESTIONS_IN_QUESTIONNAIRE')
  }
  const subject = `survey:${id}`
  const rule = (await findEligibility(trx, id))?.rule ?? null
  const wish = { kind: 'update-survey', subject, payload: change.input, before, after, rule } as const
  const acts = await passReward(act, wish)
  await updateOffer(trx, id, change.offer)
  if (change.offer.quota !== null) await setTakenPlaces(trx, id, await countTakenPlaces(trx, id))
  await recordAct(trx, staff, { action: 'update-survey', subject, before, after: { ...after, ...acts } })
}

type SurveyOfferDetail = Answer<typeof surveyOfferDetail>

/** Load a survey with all form fields. @throws AppError SURVEY_NOT_FOUND, also if it is deleted */
export async function getOffer(deps: Deps, { id }: { id: string }): Promise<SurveyOfferDetail> {
  const { pointsPerUsd } = await deps.economy()
  return describeOffer(deps.db, id, pointsPerUsd)
}

async function describeOffer(db: Db, id: string, pointsPerUsd: number): Promise<SurveyOfferDetail> {
  const offer = orRefuse(await findOffer(db, id), 'SURVEY_NOT_FOUND')
  const questions = offer.questions?.map((question) => ({ ...question })) ?? null
  return { ...offer, questions, rewardPoints: rewardPoints(offer.reward, pointsPerUsd) }
}

type OfferAct = { deps: Pick<Deps, 'accounts' | 'economy'>; trx: Trx; staff: StaffActor }
type RewardChange = Pick<Wish, 'kind' | 'subject' | 'payload'> & {
  before: CreateSurveyInput | null
  after: CreateSurveyInput
  /** Who may take it. */
  rule: Rule | null
}

/**
 * Let an offer's new reward through, or stop it until a second person approves it. It counts by how much a member gets more than
 * before, as a reward and when they are screened out: some members get one, some the other. A higher reward or another country of
 * a survey that is for fewer members than `minimumAudience` always waits.
 */
async function passReward({ deps, trx, staff }: OfferAct, { rule, ...change }: RewardChange) {
  const terms = await deps.economy()
  const worth = (offer: CreateSurveyInput | null) =>
    offer ? (rewardPoints(offer.reward, terms.pointsPerUsd) + offer.screenOutPoints) * terms.kesPerPoint : 0
  const amountKes = Math.max(0, worth(change.after) - worth(change.before))
  const mayFavour = amountKes > 0 || change.after.country !== change.before?.country
  const count = mayFavour ? await countFew(trx, { country: change.after.country, rule, terms }) : undefined
  await requireAsRead(trx, staff, count)
  const few = count === undefined ? {} : { members: toMembersShown(count) }
  const approved = await passApproval(
    trx,
    { ...change, after: { ...change.after, ...few }, amountKes, reason: null },
    {
      staff,
      isAboveLimit: async () =>
        count !== undefined || exceedsDay(deps, trx, { staff, limited: 'offers', amountKes, terms }),
    },
  )
  return { ...(amountKes > 0 && { amountKes }), ...approved }
}

type Audience = { country: string; rule: Rule | null; terms: Economy }

async function countFew(trx: Trx, { country, rule, terms }: Audience): Promise<number | undefined> {
  const minimum = terms.minimumAudience
  const count = await countIfNarrow(trx, { country, rule, minimum })
  return count ?? countIfFewThere(trx, { country, minimum })
}

/**
 * Add a survey offer; members see it immediately if it is active. Above the day's limit of the caller's person its reward
 * waits for a second person, and so does one for a country where few members live.
 * @throws AppError INVALID_INPUT for conflicting fields, APPROVAL_PENDING
 */
export async function createSurvey(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, ...input }: CreateSurveyInput & Once,
): Promise<Answer<typeof surveyOfferDetail>> {
  const { pointsPerUsd } = await deps.economy()
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const { secrets } = deps
      const keyed = { secrets, caller: staff.name, operation: 'create-survey', key, request: input }
      const surveyId = await doOnce(trx, keyed, async () => {
        await requireWholeOffer(trx, toStoredOffer(input), pointsPerUsd)
        return addOffer({ deps, trx, staff }, input)
      })
      return describeOffer(trx, surveyId, pointsPerUsd)
    }),
  )
}

export async function addOffer(act: OfferAct, input: CreateSurveyInput): Promise<string> {
  const { trx, staff } = act
  const offer = toStoredOffer(input)
  const after = toOfferInput(offer)
  const acts = await passReward(act, {
    kind: 'create-survey',
    subject: 'survey',
    payload: input,
    before: null,
    after,
    rule: null,
  })
  const surveyId = await insertOffer(trx, offer)
  await recordAct(trx, staff, {
    action: 'create-survey',
    subject: `survey:${surveyId}`,
    after: { ...after, ...acts },
  })
  return surveyId
}
