import type { eligibility, SaveEligibilityInput } from '@chuma/contract/surveys/eligibility/eligibility'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findEligibility, upsertEligibility } from '@chuma/db/queries/surveys/eligibility/eligibility'
import { findOffer, lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { passAudience } from './pass-audience.ts'

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
export function saveEligibility(
  deps: Pick<Deps, 'db' | 'accounts' | 'economy'>,
  staff: StaffActor,
  input: SaveEligibilityInput,
): Promise<Eligibility> {
  const { id, version, rule } = input
  return orAskAnother(deps, staff, async ({ db, economy }) => {
    const { minimumAudience: minimum } = await economy()
    return db.transaction().execute(async (trx) => {
      const offer = await lockOffer(trx, id)
      if (!offer) throw new AppError('SURVEY_NOT_FOUND')
      const before = await describe(trx, id)
      if (before.version !== version) throw new AppError('ELIGIBILITY_CHANGED')
      const acts = await passAudience({ trx, staff }, { input, offer, before: before.rule, minimum })
      await upsertEligibility(trx, { surveyId: id, rule, version: version + 1, savedBy: staff.name })
      const subject = `survey:${id}`
      await outdateWaiting(trx, { subject, kinds: ['save-eligibility'], by: 'staff', actor: staff.name })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'save-eligibility',
        subject,
        before: { rule: before.rule },
        after: { rule, ...acts },
        address: staff.address,
      })
      return describe(trx, id)
    })
  })
}

async function describe(db: Db, id: string): Promise<Eligibility> {
  const found = await findEligibility(db, id)
  return found ?? { version: 0, rule: null, savedAt: null, savedBy: null }
}
