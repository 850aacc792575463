import * as z from 'zod'
import { LANGUAGES } from '../languages.ts'
import { timestamp } from '../timestamp.ts'
import { memberTerms } from './terms.ts'

const choices = z.object({
  /** Null: the browser's preference. */
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(['auto', 'light', 'dark']).nullable(),
  /** When a withdrawal has ended. */
  mailsPayouts: z.boolean(),
  /** When someone signs in from a new device. */
  mailsSignIns: z.boolean(),
})

/** What a member chose. Mails about the account's security are not optional. */
export const chosenSettings = choices.extend({
  /** Null: never asked. */
  analyticsConsent: z.boolean().nullable(),
  analyticsConsentAt: timestamp.nullable(),
})

export const settings = chosenSettings.extend({ terms: memberTerms })
export type Settings = z.infer<typeof settings>

/** Omitted fields don't change. Consent can be given or refused, but not reset to "never asked". */
export const updateSettingsInput = z.strictObject({
  ...choices.partial().shape,
  analyticsConsent: z.boolean().optional(),
})
export type UpdateSettingsInput = z.infer<typeof updateSettingsInput>
