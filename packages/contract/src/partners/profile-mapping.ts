import * as z from 'zod'
import { refuse } from '../problems.ts'
import { profileAttribute } from '../profile/profile.ts'

const text = z.string().min(1).max(100)

/**
 * Which answers of members who share them a partner gets, as parameters of its address. `codes` are the partner's names for our
 * codes; a code without one is not passed, and without `codes` ours are passed.
 */
export const profileMapping = z
  .array(
    z.strictObject({
      attribute: profileAttribute,
      parameter: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, refuse('NOT_A_PARAMETER')),
      codes: z.record(text, text).optional(),
    }),
  )
  .max(20)
export type ProfileMapping = z.infer<typeof profileMapping>
