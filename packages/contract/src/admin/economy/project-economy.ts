import * as z from 'zod'
import type { Economy } from './economy.ts'
import type { EconomyAssumptions } from './economy-assumptions.ts'
import { memberProjection, projectMember } from './project-member.ts'

export const GROWTHS = ['slow', 'medium', 'fast'] as const
export type Growth = (typeof GROWTHS)[number]
const MONTHS = 12

/** In shillings. `owedKes`: what members' points are worth at the end of the month. */
export const projectedMonth = z.object({
  month: z.int(),
  members: z.number(),
  marginKes: z.number(),
  owedKes: z.number(),
})
export type ProjectedMonth = z.infer<typeof projectedMonth>

export const economyProjection = z.object({
  member: memberProjection,
  years: z.array(
    z.object({
      growth: z.enum(GROWTHS),
      percentPerMonth: z.number(),
      months: z.array(projectedMonth),
      /** The sum of the year. */
      marginKes: z.number(),
      owedKes: z.number(),
    }),
  ),
})
export type EconomyProjection = z.infer<typeof economyProjection>

/** Project an economy record under assumptions, from the points that are owed today: one member, and twelve months. */
export function projectEconomy(
  economy: Economy,
  assumptions: EconomyAssumptions,
  owedPoints: number,
): EconomyProjection {
  const member = projectMember(economy, assumptions)
  const rates: Record<Growth, number> = {
    slow: assumptions.slowGrowthPercent,
    medium: assumptions.mediumGrowthPercent,
    fast: assumptions.fastGrowthPercent,
  }
  const years = GROWTHS.map((growth) => {
    const months = projectMonths(assumptions, {
      percentPerMonth: rates[growth],
      earnedKes: member.average.earnedKes,
      marginKes: member.average.marginKes,
      owedKes: owedPoints * economy.kesPerPoint,
    })
    return {
      growth,
      percentPerMonth: rates[growth],
      months,
      marginKes: months.reduce((sum, { marginKes }) => sum + marginKes, 0),
      owedKes: months.at(-1)?.owedKes ?? 0,
    }
  })
  return { member, years }
}

/** What one member earns and leaves in a month, and what is owed at the start. */
type Start = { percentPerMonth: number; earnedKes: number; marginKes: number; owedKes: number }

function projectMonths(
  { startingMembers, withdrawnPercent, breakagePercent }: EconomyAssumptions,
  { percentPerMonth, earnedKes, marginKes, owedKes }: Start,
): ProjectedMonth[] {
  const forgottenShare = breakagePercent / 100
  // Points that nobody withdraws stay owed: the ledger never erases them.
  let forgotten = owedKes * forgottenShare
  let wanted = owedKes - forgotten
  return Array.from({ length: MONTHS }, (_, index) => {
    const members = startingMembers * (1 + percentPerMonth / 100) ** index
    forgotten += members * earnedKes * forgottenShare
    wanted = (wanted + members * earnedKes * (1 - forgottenShare)) * (1 - withdrawnPercent / 100)
    return { month: index + 1, members, marginKes: members * marginKes, owedKes: wanted + forgotten }
  })
}
