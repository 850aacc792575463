import type { Answer } from '@chuma/contract/fields'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type {
  AcceptedSurveyReviews,
  AcceptSurveyReviewsInput,
  AppealSurveyInput,
  DecideSurveyReviewInput,
  RejectedSurveyReviews,
  RejectSurveyReviewsInput,
} from '@chuma/contract/surveys/reviews'
import type { SurveyQuestion, userSurvey } from '@chuma/contract/surveys/surveys'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findPersonOf, isSamePerson } from '@chuma/db/queries/auth/people'
import { insertJob } from '@chuma/db/queries/jobs'
import { settlePlaces } from '@chuma/db/queries/surveys/quotas'
import { findAttempt, getUserSurvey } from '@chuma/db/queries/surveys/survey-attempts'
import {
  countRejections,
  endSurveyHold,
  extendSurveyHold,
  findReviewNews,
  findReviewRef,
  getAskedQuestions,
  getReview as getStoredReview,
  type LockedReview,
  listDueReviews,
  lockReview,
  openReview,
  type ReviewRef,
  type ReviewStep,
  getReview as readReview,
  updateReviewState,
} from '@chuma/db/queries/surveys/survey-reviews'
import { findPostingBySource, lockWallet } from '@chuma/db/queries/wallet/ledger'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { isAlone } from '../approvals/find-approvers.ts'
import { passCredit } from '../approvals/limits.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import { type ApprovedBy, outdateWaiting } from '../approvals/transitions.ts'
import { requireAnother } from '../auth/staff.ts'
import type { SignedInMember, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { canMove, type Mover, type StateMachine, takeStep } from '../state-machine.ts'
import { postPoints } from '../wallet/ledger.ts'
import { describeAsked, readProgress } from './questionnaire/take-answers.ts'
import { surveyReward } from './surveys.ts'

/** Load everything that helps to decide about a survey's answers, by the id of the review or of the attempt. @throws AppError NOT_FOUND */
export async function getReview({ db }: Deps, { id }: { id: string }) {
  const ref = orRefuse(await findReviewRef(db, id), 'NOT_FOUND')
  const review = orRefuse(await readReview(db, ref), 'NOT_FOUND')
  return { ...review, answers: isPlain(review) ? [] : await readAnswers(db, ref) }
}

/** Staff read whose answers they are only where something is in doubt. All others are read under pseudonyms. */
const isPlain = ({ state, flags }: { state: ReviewState; flags: readonly unknown[] }) =>
  state === 'paid' && flags.length === 0

async function readAnswers(db: Db, ref: ReviewRef) {
  const { questions, version } = await getAskedQuestions(db, ref)
  const { follow, saved } = await readProgress(db, { ...ref, questionnaireVersion: version, questions })
  // With the words of single choices, which a questionnaire's answers store as codes.
  const { answers: given } = describeAsked(follow(saved))
  return questions.map((asked) => {
    const { id, type, question, expected } = asked
    return { id, type, question, answer: wordAnswer(asked, given.get(id)), expected: expected ?? null }
  })
}

type Labels = NonNullable<SurveyQuestion['rows']>

/**
 * Put several choices and grids into the English words of their question: `Hill Tea, Another (“Kericho Gold”)` and `Its price: Good;
 * Its taste: Bad`. A code without a label stays a code. Null: not answered.
 */
function wordAnswer(
  { choices = [], rows = [], columns = [] }: Pick<SurveyQuestion, 'choices' | 'rows' | 'columns'>,
  answer: AnswerValue | undefined,
): string | number | null {
  if (typeof answer !== 'object') return answer ?? null
  if ('choices' in answer) {
    const { other } = answer
    return answer.choices
      .map((code) => {
        const isOwn = choices.some((choice) => choice.code === code && choice.kind === 'other')
        return labelOf(choices, code) + (isOwn && other ? ` (“${other}”)` : '')
      })
      .join(', ')
  }
  // In the order in which the rows were shown.
  const order = rows.map(({ code }) => code)
  return Object.entries(answer.rows)
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([row, column]) => `${labelOf(rows, row)}: ${labelOf(columns, column)}`)
    .join('; ')
}

const labelOf = (labels: Labels, code: string): string =>
  labels.find((label) => label.code === code)?.label ?? code

/**
 * For content and owners: end the doubt about many paid surveys, each in its own transaction. Held rewards and appeals are left
 * alone: each of them needs a look at its answers. Safe to repeat.
 */
export async function acceptReviews(
  deps: Deps,
  staff: StaffActor,
  { ids }: AcceptSurveyReviewsInput,
): Promise<AcceptedSurveyReviews> {
  const results: AcceptedSurveyReviews['results'] = []
  for (const id of new Set(ids)) {
    const outcome = await decideOne(deps, staff, { id, from: ['doubtful'], decision: 'paid', reason: '' })
    results.push({ id, outcome: outcome ?? 'accepted' })
  }
  return { results, acceptedCount: results.filter(({ outcome }) => outcome === 'accepted').length }
}

/**
 * For content and owners: reject the answers to many surveys with one reason, each in its own transaction: held ones, and those that were
 * paid without anyone's decision. Appeals are left alone. Safe to repeat.
 */
export async function rejectReviews(
  deps: Deps,
  staff: StaffActor,
  { ids, reason }: RejectSurveyReviewsInput,
): Promise<RejectedSurveyReviews> {
  const results: RejectedSurveyReviews['results'] = []
  for (const id of new Set(ids)) {
    const from = ['held', 'doubtful', 'paid'] as const
    const outcome = await decideOne(deps, staff, { id, from, decision: 'rejected', reason })
    results.push({ id, outcome: outcome ?? 'rejected' })
  }
  return { results, rejectedCount: results.filter(({ outcome }) => outcome === 'rejected').length }
}

const REFUSALS: Partial<Record<AppError['code'], 'own' | 'needs-approval'>> = {
  FORBIDDEN: 'own',
  APPROVAL_PENDING: 'needs-approval',
}

type OneOfMany = DecideSurveyReviewInput & { from: readonly ReviewState[] }

/** Why a review was not decided; undefined: it was. */
async function decideOne(deps: Deps, staff: StaffActor, { from, ...input }: OneOfMany) {
  const ref = await findReviewRef(deps.db, input.id)
  if (!ref) return 'unknown-id'
  const review = await deps.db.transaction().execute((trx) => lockReview(trx, ref))
  // Without a review nothing was in doubt, and it was paid.
  if (!from.includes(review?.state ?? 'paid')) return 'decided'
  try {
    await decideReview(deps, staff, input)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return REFUSALS[error.code] ?? 'decided'
  }
}

/**
 * For content and owners, by the id of the review or of the attempt: pay a held reward, keep it once for longer, or reject it with a reason; end the doubt about a paid
 * one, or take back within `RETURN_DAYS` what was paid without anyone's decision; answer an appeal. Of concurrent decisions, and the job that pays when the time is over, one counts.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, FORBIDDEN for one's own survey or an appeal against one's own decision,
 * APPROVAL_PENDING above the day's limit of the caller's person, or when too many of a survey's answers are rejected, INVALID_INPUT without a reason that the member needs
 */
export async function decideReview(deps: Deps, staff: StaffActor, input: DecideSurveyReviewInput) {
  const { decision: to, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const { surveyReviewHours: hours } = await deps.economy()
    const ref = orRefuse(await findReviewRef(deps.db, input.id), 'NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    return deps.db.transaction().execute(async (trx) => {
      // The wallet first, as everywhere, so that decisions and other postings of this member cannot deadlock.
      await lockWallet(trx, ref.memberId)
      await openReview(trx, ref)
      const review = orRefuse(await lockReview(trx, ref), 'NOT_FOUND')
      const { reviewId: id, state: from, points } = review
      if (!canMove(reviewMachine, { from, to, by: 'staff' })) throw new AppError('ALREADY_DECIDED')
      if (to === 'held' && review.keptAt !== null) throw new AppError('ALREADY_DECIDED')
      const isTakenBack = to === 'rejected' && (from === 'paid' || from === 'doubtful')
      if (isTakenBack && !review.isReturnable) throw new AppError('ALREADY_DECIDED')
      if (reason === '' && (to !== 'paid' || from === 'appealed'))
        throw invalidField('reason', 'REASON_FOR_MEMBER')
      if (from === 'appealed') await requireAnotherDecider({ ...deps, db: trx }, staff, review)

      const isPaying = to === 'paid' && from !== 'doubtful'
      const moved = isPaying ? points : isTakenBack ? -points : 0
      const change = { before: { state: from }, after: { state: to, points: moved } }
      const subject = `survey-review:${id}`
      const acts = isPaying
        ? await passCredit(
            { deps, trx, staff },
            { kind: 'decide-survey-review', subject, payload: { ...input, id }, ...change, points, reason },
          )
        : to === 'rejected' && from !== 'appealed'
          ? await passRejection(trx, { id, review, staff, reason })
          : {}
      await moveReview(trx, review, { to, by: 'staff', text: reason || null, decidedBy: staff.name, hours })
      await recordAct(trx, staff, {
        action: `survey-review.${isPaying || to !== 'paid' ? to : 'accepted'}`,
        subject,
        before: change.before,
        after: { ...change.after, ...acts },
        reason,
      })
      return orRefuse(await getStoredReview(trx, ref), 'NOT_FOUND')
    })
  })
}

/** Require that somebody else answers an appeal, unless nobody else could. */
async function requireAnotherDecider(
  deps: Pick<Deps, 'db' | 'accounts'>,
  { name }: StaffActor,
  { decidedBy }: LockedReview,
): Promise<void> {
  if (decidedBy === null || !(await isSamePerson(deps.db, name, decidedBy))) return
  const personId = await findPersonOf(deps.db, name)
  if (personId && !(await isAlone(deps, 'proofs:decide', personId)))
    throw new AppError('FORBIDDEN', { why: 'ownDecision' })
}

type Move = ReviewStep & { to: ReviewState; by: Mover }

/**
 * Move a review that the caller has locked, after the member's wallet, and pay the reward when the step says so.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveReview(trx: Trx, review: LockedReview, { to, by, ...step }: Move): Promise<void> {
  const from = review.state
  const effects = await takeStep(reviewMachine, { from, to, by }, () =>
    updateReviewState(trx, review, { ...step, from, to }),
  )
  const subject = `survey-review:${review.reviewId}`
  await outdateWaiting(trx, { subject, kinds: ['decide-survey-review'], by, actor: step.decidedBy })
  for (const effect of effects) await bringAbout[effect](trx, review, step)
  await settlePlaces(trx, review)
}

const bringAbout: Record<
  ReviewEffect,
  (trx: Trx, review: LockedReview, step: ReviewStep) => Promise<unknown>
> = {
  'post reward': postReward,
  'take reward back': takeRewardBack,
  'end hold': (trx, review, { decidedBy }) => endSurveyHold(trx, review, decidedBy),
  'extend hold': (trx, review) => extendSurveyHold(trx, review),
  'tell member': (trx, { memberId, surveyId }) =>
    insertJob(trx, 'send-survey-review', { memberId, surveyId }),
}

/** A reward that was taken back is posted again under another key: the first posting counts once. */
async function postReward(trx: Trx, review: LockedReview, { decidedBy: actor }: ReviewStep): Promise<void> {
  const reward = surveyReward(review)
  const returned = await findPostingBySource(trx, review.memberId, returnKey(review))
  const sourceKey = returned ? `survey-restored:${review.surveyId}` : reward.sourceKey
  await bookReward(trx, { ...reward, sourceKey, actor })
}

/** Reverse exactly what was paid. May make the balance negative, as a partner's reversal may. */
async function takeRewardBack(trx: Trx, review: LockedReview, { decidedBy: actor }: ReviewStep) {
  const { memberId, surveyId, title } = review
  const paid = await findPostingBySource(trx, memberId, surveyReward(review).sourceKey)
  if (!paid) throw new Error(`the reward of review ${review.reviewId} was never posted`)
  await postPoints(trx, {
    memberId,
    kind: 'reversal',
    availableDelta: -paid.points,
    heldDelta: 0,
    houseAccount: 'reversals',
    sourceKey: returnKey(review),
    description: `Answers rejected: ${title}`,
    subjectId: surveyId,
    reversesSeq: paid.id,
    actor,
  })
}

const returnKey = ({ surveyId }: LockedReview) => `survey-returned:${surveyId}`

type ReviewState = LockedReview['state']
type ReviewEffect = 'post reward' | 'take reward back' | 'end hold' | 'extend hold' | 'tell member'

/** Only held and appealed rewards are not paid: every step to `paid` from them posts, and no other does. */
export const reviewMachine: StateMachine<ReviewState, ReviewEffect> = {
  name: 'Survey review',
  refusal: 'ALREADY_DECIDED',
  states: {
    doubtful: 'paid at once; its doubt delays a withdrawal',
    held: 'completed, its reward not paid yet',
    paid: 'paid, and nothing is in doubt',
    rejected: 'not paid, or taken back, with a reason',
    appealed: 'rejected, and waits for the decision of somebody else',
  },
  begins: [
    { to: 'doubtful', by: 'member', when: 'the answers have mild quality flags' },
    { to: 'held', by: 'member', when: 'the answers have severe quality flags' },
    { to: 'paid', by: 'staff', when: 'they decide about answers that were paid and never in doubt' },
  ],
  moves: {
    member: [{ from: ['rejected'], to: 'appealed', when: 'they have not appealed before' }],
    staff: [
      { from: ['doubtful'], to: 'paid', when: 'it is not their own' },
      {
        from: ['held'],
        to: 'held',
        when: 'it is not their own, was not kept before, and a reason is given',
        does: ['extend hold', 'tell member'],
      },
      {
        from: ['held'],
        to: 'paid',
        when: 'it is not their own',
        does: ['post reward', 'end hold', 'tell member'],
      },
      {
        from: ['held'],
        to: 'rejected',
        when: 'it is not their own, and a reason is given',
        does: ['end hold', 'tell member'],
      },
      {
        from: ['doubtful', 'paid'],
        to: 'rejected',
        when: 'nobody decided about it before, the time for a return is not over, it is not their own, and a reason is given',
        does: ['take reward back', 'tell member'],
      },
      {
        from: ['appealed'],
        to: 'paid',
        when: 'it is not their own, somebody else rejected it, and an answer is given',
        does: ['post reward', 'tell member'],
      },
      {
        from: ['appealed'],
        to: 'rejected',
        when: 'it is not their own, somebody else rejected it, and an answer is given',
        does: ['tell member'],
      },
    ],
    worker: [
      { from: ['doubtful'], to: 'paid', when: 'the time for a review is over' },
      {
        from: ['held'],
        to: 'paid',
        when: 'the time for a review is over',
        does: ['post reward', 'end hold'],
      },
    ],
    erasure: [{ from: ['held', 'appealed'], to: 'rejected', when: 'the account is erased' }],
  },
}

/** This number of rejections for one client in 30 days is one person's to decide, or this share of the answers, if that is more. */
const FREE_REJECTIONS = 5
const FREE_SHARE = 0.1

type Rejection = { id: string; review: LockedReview; staff: StaffActor; reason: string }

/**
 * Let a rejection through, unless a client's answers are rejected more often than bad answers occur: who commissioned them keeps the
 * answers and would pay nothing for them. Then a second person has to agree.
 * @throws ApprovalNeeded
 */
async function passRejection(trx: Trx, { id, review, staff, reason }: Rejection): Promise<ApprovedBy> {
  const { completed, rejected } = await countRejections(trx, review.surveyId)
  const most = Math.max(FREE_REJECTIONS, Math.floor(completed * FREE_SHARE))
  return passApproval(
    trx,
    {
      kind: 'decide-survey-review',
      subject: `survey-review:${id}`,
      payload: { decision: 'rejected', reason, id },
      before: { state: review.state },
      after: { state: 'rejected', points: 0 },
      amountKes: null,
      reason,
    },
    { staff, isAboveLimit: async () => rejected >= most },
  )
}

/**
 * Appeal against the rejection of the caller's answers, once. Somebody else than who rejected them decides.
 * @throws AppError SURVEY_NOT_FOUND for someone else's attempt, APPEAL_STATE
 */
export async function appealSurvey(
  { db }: Deps,
  { memberId }: SignedInMember,
  { id: attemptId, appeal }: AppealSurveyInput,
): Promise<Answer<typeof userSurvey>> {
  const attempt = orRefuse(await findAttempt(db, { memberId, attemptId }), 'SURVEY_NOT_FOUND')
  return db.transaction().execute(async (trx) => {
    const review = await lockReview(trx, { memberId, surveyId: attempt.surveyId })
    if (review?.state !== 'rejected' || review.appeal !== null) throw new AppError('APPEAL_STATE')
    await moveReview(trx, review, {
      to: 'appealed',
      by: 'member',
      text: appeal,
      decidedBy: `member:${memberId}`,
    })
    return getUserSurvey(trx, { memberId, attemptId })
  })
}

const AT_ONCE = 500

/**
 * Job: pay held rewards whose time for a review is over, and end doubts, each in a transaction of its own. Concurrent jobs and
 * decisions lock the row, and find it settled. Returns how many were settled.
 */
export async function settleDueReviews(deps: Deps): Promise<number> {
  let settled = 0
  await eachAlone(deps, await listDueReviews(deps.db, AT_ONCE), {
    name: ({ surveyId }) => `the review of an attempt at survey ${surveyId}`,
    work: (due) =>
      deps.db.transaction().execute(async (trx) => {
        await lockWallet(trx, due.memberId)
        const review = await lockReview(trx, due)
        // Staff may have decided, or kept it for longer.
        if (!review?.isDue || (review.state !== 'held' && review.state !== 'doubtful')) return
        await moveReview(trx, review, { to: 'paid', by: 'worker', text: null, decidedBy: 'system' })
        settled += 1
      }),
  })
  return settled
}

/** Job: mail a member what became of a survey's reward. Retried until the mail is accepted. */
export async function sendReviewNews(deps: Deps, ref: ReviewRef): Promise<void> {
  const found = await findReviewNews(deps.db, ref)
  if (!found || found.state === 'doubtful' || found.state === 'appealed') return
  const { email: to, firstName, title, points, until, keepReason, reason, appealAnswer } = found
  const state =
    found.state === 'rejected' && found.isReturned && appealAnswer === null ? 'returned' : found.state
  const { timeZone } = await deps.economy()
  await deps.mail('sendSurveyReview', {
    to,
    firstName,
    title,
    points,
    news: appealAnswer === null || state === 'held' || state === 'returned' ? state : `${state}-on-appeal`,
    flags: state === 'rejected' || state === 'returned' ? found.flags : [],
    reason: (state === 'held' ? keepReason : (appealAnswer ?? reason)) ?? '',
    until,
    timeZone,
  })
}
