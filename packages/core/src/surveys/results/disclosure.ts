import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import {
  countUndisclosed,
  findLastDisclosed,
  joinDisclosure,
  leaveDisclosure,
  lockDisclosure,
  type Respondents,
} from '@chuma/db/queries/surveys/respondents'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** `isRaw`: the reader may see what single people answered. `isCharged`: only answers that the survey's client pays for. */
export type Reader = { isRaw: boolean; isCharged?: boolean }

/** `countedAt`: when answers last joined the counts. Null: they are counted as they come, or none are yet. */
export type Disclosed = { asked: Respondents; countedAt: Date | null }

/**
 * Choose whose answers a reader counts. Someone who may not see single answers could read a page before and after one more person, and so
 * learn what this person answered. For them people join and leave the counts at least five at a time (docs/decisions/0113).
 * @throws AppError INVALID_INPUT if they ask for answers that wait or were rejected
 */
export async function discloseAnswers(
  { db }: Pick<Deps, 'db'>,
  { isRaw, isCharged = false }: Reader,
  filter: Respondents,
): Promise<Disclosed> {
  const wanted: Respondents = { ...filter, isCharged }
  if (isRaw) return { asked: wanted, countedAt: null }
  if (wanted.quality !== 'accepted') throw invalidField('quality', 'QUALITY_NOT_OPEN')
  const audience = isCharged ? 'client' : 'staff'
  const disclosing = { wanted, audience } as const
  if (isEnough(await countUndisclosed(db, disclosing)))
    await db.transaction().execute(async (trx) => {
      await lockDisclosure(trx, wanted.surveyId)
      const found = await countUndisclosed(trx, disclosing)
      if (found.joining >= SMALLEST_CELL) await joinDisclosure(trx, disclosing)
      if (found.leaving >= SMALLEST_CELL) await leaveDisclosure(trx, disclosing)
    })
  return {
    asked: { ...wanted, disclosedTo: audience },
    countedAt: await findLastDisclosed(db, disclosing),
  }
}

const isEnough = ({ joining, leaving }: { joining: number; leaving: number }) =>
  joining >= SMALLEST_CELL || leaving >= SMALLEST_CELL
