import * as z from 'zod'
import { enteredPassword } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

export const requestDeletionInput = z.strictObject({ password: enteredPassword })
export type RequestDeletionInput = z.infer<typeof requestDeletionInput>

/** From then on the member's personal data is erased, as soon as no withdrawal is open. */
export const requestedDeletion = z.object({ deletionDueAt: timestamp })
