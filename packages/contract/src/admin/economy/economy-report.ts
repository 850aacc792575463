import * as z from 'zod'
import { anyJson } from '../../fields.ts'
import { timestamp } from '../../timestamp.ts'
import { economy } from './economy.ts'
import { ECONOMY_CHOICES } from './economy-presets.ts'
import { dailyTasks, economyMeaning } from './explain-economy.ts'
import { economyWarning } from './warn-about-economy.ts'

/** The current record and its consequences. */
export const economyReport = z.object({
  /** 0: nothing was ever saved, and the defaults apply. */
  version: z.int(),
  record: economy,
  tasks: dailyTasks,
  meaning: economyMeaning,
  warnings: z.array(economyWarning),
  /** All points of members, and their value: of those held for withdrawals at the rate of their withdrawal. */
  owedPoints: z.int(),
  owedKes: z.int(),
})
export type EconomyReport = z.infer<typeof economyReport>

export const listEconomyVersionsInput = z.strictObject({
  /** The `version` of the previous page's last row. */
  after: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListEconomyVersionsInput = z.infer<typeof listEconomyVersionsInput>

export const economyVersion = z.object({
  version: z.int(),
  changedBy: z.string(),
  reason: z.string(),
  createdAt: timestamp,
  /** The preset that this version was made from; null for edited numbers. */
  preset: z.enum(ECONOMY_CHOICES).nullable(),
  /** Compared with the previous version. Empty for the first. */
  changes: z.array(z.object({ field: z.string(), before: anyJson, after: anyJson })),
})
export type EconomyVersion = z.infer<typeof economyVersion>
