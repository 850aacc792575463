import type { Rule } from '@chuma/contract/surveys/eligibility/rule'
import type { Trx } from '@chuma/db/client'
import { countFitting } from '@chuma/db/queries/surveys/eligibility/audience'

type Asked = { country: string; rule: Rule | null; minimum: number }

/**
 * Count the active members whom a survey's rule fits, if they are fewer than `minimum`; undefined if they are enough, and without a
 * rule. Exact among any number of members: someone could choose friends whose ids are in the share that an estimate reads.
 * The caller has locked the survey: changes of its rule and of its country must not be judged side by side.
 */
export async function countIfNarrow(
  trx: Trx,
  { country, rule, minimum }: Asked,
): Promise<number | undefined> {
  if (rule === null || minimum === 0) return undefined
  const count = await countFitting(trx, { country, rule, most: minimum })
  return count < minimum ? count : undefined
}

/**
 * Count the active members of a country, if they are fewer than `minimum` while at least as many live elsewhere: anyone may
 * say that they live there. Undefined otherwise, so also where there are few members at all.
 */
export async function countIfFewThere(
  trx: Trx,
  { country, minimum }: Omit<Asked, 'rule'>,
): Promise<number | undefined> {
  if (minimum === 0) return undefined
  const count = await countFitting(trx, { country, rule: undefined, most: minimum })
  if (count >= minimum) return undefined
  const rule: Rule = { not: { is: 'country', countries: [country] } }
  const elsewhere = await countFitting(trx, { country: '', rule, most: minimum })
  return elsewhere < minimum ? undefined : count
}
