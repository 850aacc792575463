import * as z from 'zod'
import { LANGUAGES } from '../languages.ts'
import { timestamp } from '../timestamp.ts'

const choices = z.object({
  /** Null: what the browser prefers. */
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(['auto', 'light', 'dark']).nullable(),
  /** How a withdrawal ended. */
  mailsPayouts: z.boolean(),
  /** That somebody signed in from a device that is new. */
  mailsSignIns: z.boolean(),
})

/** Mails that concern the safety of the account are no choice: they always go. */
export const settings = choices.extend({
  /** Null: never asked. */
  analyticsConsent: z.boolean().nullable(),
  analyticsConsentAt: timestamp.nullable(),
})
export type Settings = z.infer<typeof settings>

/** What is left out stays as it is. Consent is given or refused; nobody goes back to not having been asked. */
export const updateSettingsInput = z.strictObject({
  ...choices.partial().shape,
  analyticsConsent: z.boolean().optional(),
})
export type UpdateSettingsInput = z.infer<typeof updateSettingsInput>
