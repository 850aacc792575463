import {
  type ChoiceContext,
  describeEconomyChoice,
  type economyPresets,
} from '@chuma/contract/admin/economy/describe-economy-choice'
import {
  defaultAssumptions,
  type EconomyAssumptionsInput,
  economyAssumptions,
} from '@chuma/contract/admin/economy/economy-assumptions'
import { ECONOMY_CHOICES } from '@chuma/contract/admin/economy/economy-presets'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { findChosenEconomy, getHeld, getPointsTotal } from '@chuma/db/queries/admin/economy'
import type { Deps } from '../../deps.ts'
import { readEconomy } from './create-economy-reader.ts'

type Needed = Pick<Deps, 'db' | 'isEconomyChoiceRequired'>

/** List what each choice means under the given assumptions; the stored ones apply where none is given. */
export async function listEconomyPresets(
  deps: Needed,
  given: EconomyAssumptionsInput = {},
): Promise<Answer<typeof economyPresets>> {
  const [{ version, ...context }, chosen] = await Promise.all([
    readChoiceContext(deps),
    findChosenEconomy(deps.db),
  ])
  const assumptions = economyAssumptions.parse({
    ...defaultAssumptions,
    // What the operator really gets for a dollar and for a month of premium.
    kesPerUsd: context.record.kesPerUsd,
    premiumKesPerMonth: context.record.premiumKesPerMonth,
    ...chosen?.assumptions,
    ...given,
  })
  return {
    ...context,
    version,
    assumptions,
    chosen: chosen
      ? {
          choice: chosen.preset,
          version: chosen.version,
          changedBy: chosen.changedBy,
          createdAt: chosen.createdAt,
        }
      : null,
    options: ECONOMY_CHOICES.map((choice) => describeEconomyChoice(context, choice, assumptions)),
  }
}

/** Read what a choice is made from, from the database and not from the cache. */
export async function readChoiceContext({
  db,
  isEconomyChoiceRequired,
}: Omit<Needed, 'db'> & { db: Db }): Promise<
  ChoiceContext & { version: number; heldPoints: number; heldKes: number }
> {
  const [{ version, record }, owedPoints, held] = await Promise.all([
    readEconomy(db),
    getPointsTotal(db),
    getHeld(db),
  ])
  return { version, record, owedPoints, ...held, isChoiceRequired: isEconomyChoiceRequired }
}
