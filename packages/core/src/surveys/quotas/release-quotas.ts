import type { ReleaseQuotasInput } from '@chuma/contract/surveys/quotas/quotas'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { releaseSoftLaunch } from '@chuma/db/queries/surveys/quotas'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { getQuotas, type Quotas, requireQuotas } from './get-quotas.ts'

/**
 * End the soft launch of a survey, so that its cells fill to their targets. Of concurrent calls one counts.
 * @throws AppError SURVEY_NOT_FOUND; QUOTAS_CHANGED if others were saved since; ALREADY_DECIDED if none is on
 */
export function releaseQuotas(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version }: ReleaseQuotasInput,
): Promise<Quotas> {
  return db.transaction().execute(async (trx) => {
    const before = await requireQuotas(trx, id)
    if (before.version !== version) throw new AppError('QUOTAS_CHANGED')
    if (!(await releaseSoftLaunch(trx, { surveyId: id, version, releasedBy: staff.name })))
      throw new AppError('ALREADY_DECIDED')
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'release-quotas',
      subject: `survey:${id}`,
      after: { isReleased: true },
      address: staff.address,
    })
    return getQuotas({ db: trx }, { id })
  })
}
