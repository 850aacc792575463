import * as z from 'zod'
import { prose } from '../../fields.ts'
import { refuse } from '../../problems.ts'
import { timestamp } from '../../timestamp.ts'
import { economy } from './economy.ts'
import { type EconomyAssumptions, economyAssumptions } from './economy-assumptions.ts'
import { applyEconomyPreset, ECONOMY_CHOICES, type EconomyChoice } from './economy-presets.ts'
import { listEconomyChanges } from './list-economy-changes.ts'
import { economyProjection, projectEconomy } from './project-economy.ts'

/** `loss`: members cost more than they bring in. `revalue`: the points that members hold change their value. */
const CONFIRMATION_REASONS = ['loss', 'revalue'] as const

export const economyOption = z.object({
  choice: z.enum(ECONOMY_CHOICES),
  /** The whole record as it would be. */
  record: economy,
  projection: economyProjection,
  /** The record has these numbers already. */
  isCurrent: z.boolean(),
  /** Why `isConfirmed` is needed; empty if it is not. */
  confirm: z.array(z.enum(CONFIRMATION_REASONS)),
})
export type EconomyOption = z.infer<typeof economyOption>

export const economyPresets = z.object({
  /** The version to base a choice on. */
  version: z.int(),
  record: economy,
  owedPoints: z.int(),
  /** Of these, and their value at the rates of their withdrawals. */
  heldPoints: z.int(),
  heldKes: z.int(),
  /** True outside demo mode: nothing is paid out and no partner is active until an owner has chosen. */
  isChoiceRequired: z.boolean(),
  /** The last choice; null: nobody has chosen. Later edits of single numbers leave it in place. */
  chosen: z
    .object({
      choice: z.enum(ECONOMY_CHOICES),
      version: z.int(),
      changedBy: z.string(),
      createdAt: timestamp,
    })
    .nullable(),
  assumptions: economyAssumptions,
  options: z.array(economyOption),
})
export type EconomyPresets = z.infer<typeof economyPresets>

export const chooseEconomyPresetInput = z.strictObject({
  version: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  choice: z.enum(ECONOMY_CHOICES),
  assumptions: economyAssumptions,
  /** The owner has read what the choice costs, and what it does to points that members hold. */
  isConfirmed: z.boolean().default(false),
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
})
export type ChooseEconomyPresetInput = z.infer<typeof chooseEconomyPresetInput>

/** What a choice is made from. */
export type ChoiceContext = Pick<EconomyPresets, 'record' | 'owedPoints' | 'isChoiceRequired'>

/** Calculate what a choice would do. The server and the form use this one function. */
export function describeEconomyChoice(
  { record, owedPoints, isChoiceRequired }: ChoiceContext,
  choice: EconomyChoice,
  assumptions: EconomyAssumptions,
): EconomyOption {
  const next = applyEconomyPreset(record, choice, assumptions)
  const projection = projectEconomy(next, assumptions, owedPoints)
  const isLoss = choice === 'specified' || projection.member.average.marginKes < 0
  const isRevalued = owedPoints > 0 && next.kesPerPoint !== record.kesPerPoint
  return {
    choice,
    record: next,
    projection,
    isCurrent: listEconomyChanges(record, next).length === 0,
    confirm: [
      ...(isChoiceRequired && isLoss ? ['loss' as const] : []),
      ...(isRevalued ? ['revalue' as const] : []),
    ],
  }
}
