import * as z from 'zod'
import { enteredPassword } from '../fields.ts'

export const requestDeletionInput = z.strictObject({ password: enteredPassword })
export type RequestDeletionInput = z.infer<typeof requestDeletionInput>

/** From then on everything that names him is gone, as soon as no withdrawal is open. */
export const requestedDeletion = z.object({ deletionDueAt: z.date() })
export type RequestedDeletion = z.infer<typeof requestedDeletion>
