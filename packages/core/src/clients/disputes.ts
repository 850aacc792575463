import {
  type DecideClientDisputeInput,
  type DisputeRespondentInput,
  mostDisputes,
  type myDisputes,
} from '@chuma/contract/clients/client-quotes'
import type { Answer } from '@chuma/contract/fields'
import type { Db, Trx } from '@chuma/db/client'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import { lockClientAccount } from '@chuma/db/queries/clients/client-budget'
import {
  countDisputes,
  creditPlace,
  decideDispute,
  getClientDispute,
  hadPartIn,
  insertDispute,
  isRespondentCharged,
  listSurveyDisputes,
  lockDispute,
} from '@chuma/db/queries/clients/client-quotes'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import type { CompanyDeps } from '../approvals/company-changes.ts'
import { exceedsDay } from '../approvals/limits.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import { listDeciders } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type ClientActor, requireWholeClient } from './sessions/client-sessions.ts'
import { requireOwnSurvey } from './surveys/commissioned-surveys.ts'

/**
 * For finance and owners: decide about a respondent that a client disputes. What is credited goes back to its budget once, and leaves its
 * file. The member keeps their points: a dispute is between us and the client, and only a rejection with a reason and an appeal takes
 * them back. A credit is money that a friend of the client could give away: it needs someone without a part in the survey, and a second
 * person as other money does.
 * @throws AppError NOT_FOUND; ALREADY_DECIDED if it was decided, or the answer was taken back meanwhile; for a credit APPROVAL_PENDING, and
 * FORBIDDEN for one's own survey
 */
export function decideClientDispute(deps: CompanyDeps, staff: StaffActor, input: DecideClientDisputeInput) {
  const { id: disputeId, decision, answer } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const dispute = orRefuse(await lockDispute(trx, disputeId), 'NOT_FOUND')
      const { surveyId, respondent, state } = dispute
      if (state !== 'open') throw new AppError('ALREADY_DECIDED')
      const acts = decision === 'credited' ? await credit({ deps, trx, staff }, { dispute, input }) : {}
      await decideDispute(trx, { disputeId, state: decision, answer, decidedBy: staff.name })
      await recordAct(trx, staff, {
        action: `client.dispute-${decision}`,
        subject: `survey:${surveyId}`,
        after: { disputeId, respondent, ...acts },
        ...(answer && { reason: answer }),
      })
      return getClientDispute(trx, disputeId)
    }),
  )
}

type Act = { deps: CompanyDeps; trx: Trx; staff: StaffActor }
type Dispute = { surveyId: string; respondent: string }
type Credit = { dispute: Dispute; input: DecideClientDisputeInput }

async function credit({ deps, trx, staff }: Act, { dispute, input }: Credit) {
  const { surveyId, respondent } = dispute
  const actors = listDeciders(staff).map(({ name }) => name)
  if (await hadPartIn(trx, { surveyId, respondent, actors })) {
    throw new AppError('FORBIDDEN', { why: 'ownSurvey' })
  }
  const { priceCents: cents } = await getClientDispute(trx, input.id)
  const amountKes = Math.ceil(cents / 100)
  const terms = await deps.economy()
  const approved = await passApproval(
    trx,
    {
      kind: 'decide-client-dispute',
      subject: `survey:${surveyId}`,
      payload: input,
      before: { state: 'open' },
      after: { state: 'credited', cents },
      amountKes,
      reason: input.answer || null,
    },
    {
      staff,
      isAboveLimit: async () =>
        terms.companyChangesNeedTwo ||
        (await exceedsDay(deps, trx, { staff, limited: 'credits', amountKes, terms })),
    },
  )
  if (!(await creditPlace(trx, surveyId, respondent))) throw new AppError('ALREADY_DECIDED')
  return { cents, amountKes, ...approved }
}

type Disputes = Answer<typeof myDisputes>

/** List the respondents of a survey that its client disputed, and how many more it may. @throws AppError SURVEY_NOT_FOUND */
export async function listMyDisputes({ db }: Pick<Deps, 'db'>, client: ClientActor, { id }: { id: string }) {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  return readDisputes(db, surveyId)
}

/**
 * Dispute a respondent of one's own survey. A client that may dispute everything would read all answers for nothing, so a tenth of the
 * accepted answers is the limit, and three in any case.
 * @throws AppError SURVEY_NOT_FOUND, DISPUTE_LIMIT; FORBIDDEN by a link to one survey; INVALID_INPUT for a pseudonym that is not in the
 * file, whatever the reason, or was disputed before
 */
export async function disputeRespondent(
  { db }: Pick<Deps, 'db'>,
  client: ClientActor,
  { surveyId: id, respondent, reason }: DisputeRespondentInput,
): Promise<Disputes> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  requireWholeClient(client)
  await db.transaction().execute(async (trx) => {
    // Disputes at once would each see room for one more.
    await lockClientAccount(trx, client.organisationId)
    if (!(await isRespondentCharged(trx, surveyId, respondent))) {
      throw invalidField('respondent', 'NOT_IN_FILE')
    }
    const { accepted, disputed } = await countDisputes(trx, surveyId)
    const dispute = { surveyId, respondent, reason, disputedBy: client.userId }
    const disputeId = await insertDispute(trx, dispute)
    if (!disputeId) throw invalidField('respondent', 'RESPONDENT_DISPUTED')
    if (disputed >= mostDisputes(accepted)) throw new AppError('DISPUTE_LIMIT')
    await insertAuditEntry(trx, {
      actor: client.audited,
      action: 'client.disputed',
      subject: `survey:${surveyId}`,
      after: { organisationId: client.organisationId, disputeId, respondent },
      address: client.address,
    })
  })
  return readDisputes(db, surveyId)
}

async function readDisputes(db: Db, surveyId: string): Promise<Disputes> {
  const { accepted, disputed } = await countDisputes(db, surveyId)
  return {
    left: Math.max(0, mostDisputes(accepted) - disputed),
    disputes: await listSurveyDisputes(db, surveyId),
  }
}
