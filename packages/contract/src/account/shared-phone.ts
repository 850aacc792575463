import * as z from 'zod'
import { line } from '../fields.ts'

/** With how many relatives a member can declare to share a phone. */
export const MOST_SHARING = 4

/** With whom a member shares their phone: first names, as typed. Empty: with nobody. */
export const sharedPhone = z.object({ names: z.array(z.string()) })
export type SharedPhone = z.infer<typeof sharedPhone>

export const declareSharedPhoneInput = z.strictObject({ names: z.array(line(40)).max(MOST_SHARING) })
export type DeclareSharedPhoneInput = z.infer<typeof declareSharedPhoneInput>
