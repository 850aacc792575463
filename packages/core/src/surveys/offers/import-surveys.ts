import { isDeepStrictEqual } from 'node:util'
import type { ImportedSurveys, ImportSurveysInput, OfferOutcome } from '@chuma/contract/surveys/offer-files'
import type { CreateSurveyInput, UpdateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { isDatabaseUnreachable, type Trx } from '@chuma/db/client'
import { findOfferByTitle, lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { ApprovalNeeded } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { createPause } from '../../in-turns.ts'
import type { RowProblem, UnwordedImport } from '../../row-problem.ts'
import { addOffer } from './create-survey.ts'
import { findFirstProblem, judgeOfferRow } from './judge-offer-row.ts'
import { type OfferRow, readOffersCsv } from './read-offers-csv.ts'
import { requireWholeOffer, toOfferInput, toStoredOffer } from './stored-offer.ts'
import { changeOffer, mergeOffer } from './update-survey.ts'

type Outcome = { outcome: OfferOutcome; problem: RowProblem | null }
type Run = { deps: Deps; staff: StaffActor; isDryRun: boolean; titles: Set<string>; pointsPerUsd: number }

/** Thrown to roll back a dry run. */
const undo = new Error('taken back')

/**
 * Add and change surveys, in one transaction per row. A wrong row changes nothing and affects no other; importing the
 * same file again changes nothing. Rewards above a limit become requests for a second person. A dry run is rolled back.
 * @throws AppError INVALID_INPUT if it is not such a table
 */
export async function importSurveys(
  deps: Deps,
  staff: StaffActor,
  { csv, isDryRun }: ImportSurveysInput,
): Promise<UnwordedImport<ImportedSurveys>> {
  const { pointsPerUsd } = await deps.economy()
  const run: Run = { deps, staff, isDryRun, titles: new Set(), pointsPerUsd }
  const results: UnwordedImport<ImportedSurveys>['results'] = []
  const pause = createPause()
  for (const row of await readOffersCsv(csv)) {
    await pause()
    const title = (row.cells.Title ?? '').trim().slice(0, 200)
    results.push({ line: row.line, title, ...(await importRow(run, row)) })
  }
  const count = (wanted: OfferOutcome) => results.filter(({ outcome }) => outcome === wanted).length
  return { isDryRun, createdCount: count('created'), updatedCount: count('updated'), results }
}

async function importRow(run: Run, row: OfferRow): Promise<Outcome> {
  const judged = judgeOfferRow(row)
  if (judged.kind === 'invalid') return { outcome: 'invalid', problem: judged.problem }
  const { kind, input } = judged
  try {
    const outcome = await orAskAnother(run.deps, run.staff, (deps) =>
      withTransaction({ ...run, deps }, (trx) =>
        kind === 'create' ? createRow({ ...run, deps }, trx, input) : updateRow({ ...run, deps }, trx, input),
      ),
    )
    if (outcome === 'created') run.titles.add(row.cells.Title?.trim().toLowerCase() ?? '')
    return { outcome, problem: null }
  } catch (error) {
    if (error instanceof AppError) {
      if (error.code === 'APPROVAL_PENDING') return { outcome: 'needs-second-admin', problem: null }
      return { outcome: 'invalid', problem: findFirstProblem(error.fields ?? {}) }
    }
    // Without the database all later rows would fail too.
    if (isDatabaseUnreachable(error)) throw error
    run.deps.reportFailure(error, `line ${row.line} of a file of offers was not taken over`)
    return { outcome: 'failed', problem: null }
  }
}

async function withTransaction(
  { deps, isDryRun }: Run,
  act: (trx: Trx) => Promise<OfferOutcome>,
): Promise<OfferOutcome> {
  let outcome: OfferOutcome = 'failed'
  await deps.db
    .transaction()
    .execute(async (trx) => {
      outcome = await act(trx)
      if (isDryRun) throw undo
    })
    .catch((error: unknown) => {
      if (isDryRun && error instanceof ApprovalNeeded) outcome = 'needs-second-admin'
      else if (error !== undo) throw error
    })
  return outcome
}

async function createRow(run: Run, trx: Trx, input: CreateSurveyInput): Promise<OfferOutcome> {
  // A dry run rolls each row back, so that later rows would not see it.
  const isKnown = run.titles.has(input.title.toLowerCase()) || (await findOfferByTitle(trx, input.title))
  if (isKnown) return 'title-exists'
  await requireWholeOffer(trx, toStoredOffer(input), run.pointsPerUsd)
  await addOffer({ ...run, trx }, input)
  return 'created'
}

async function updateRow(run: Run, trx: Trx, input: UpdateSurveyInput): Promise<OfferOutcome> {
  const { id, version, ...changes } = input
  const before = await lockOffer(trx, id)
  if (!before) return 'unknown-id'
  const offer = mergeOffer(before, changes)
  if (isDeepStrictEqual(toOfferInput(offer), toOfferInput(before))) return 'unchanged'
  if (version !== undefined && version !== before.version) return 'changed'
  await requireWholeOffer(trx, offer, run.pointsPerUsd)
  await changeOffer({ ...run, trx }, { input, before, offer })
  return 'updated'
}
