import * as z from 'zod'
import { emailAddress, enteredPassword, id, newPassword, pastedSecret, secondFactorCode } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

/** `code`: from the app or a recovery code. Needed once the answer is `SECOND_FACTOR_REQUIRED`. */
export const clientLoginInput = z.strictObject({
  email: emailAddress,
  password: enteredPassword,
  code: secondFactorCode.optional(),
})
export type ClientLoginInput = z.infer<typeof clientLoginInput>

/** The part of a link behind `#`. Anything is accepted: what cannot be a token gets the answer of an expired link. */
export const openClientLinkInput = z.strictObject({
  token: pastedSecret(500),
  code: secondFactorCode.optional(),
})
export type OpenClientLinkInput = z.infer<typeof openClientLinkInput>

/** Who is signed in at the clients' door. */
export const clientMe = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  organisation: z.string(),
  hasPassword: z.boolean(),
  isSecondFactorOn: z.boolean(),
  /** The session came by a link to one survey: it shows that survey alone, and no budget. */
  surveyId: z.uuid().nullable(),
})
export type ClientMe = z.infer<typeof clientMe>

export const openedClientSession = z.object({ token: z.string(), me: clientMe })
export type OpenedClientSession = z.infer<typeof openedClientSession>

export const clientDevice = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  address: z.string().nullable(),
  /** "Firefox on Windows"; null if unknown. */
  device: z.string().nullable(),
  isCurrent: z.boolean(),
  /** It came by a link. */
  isByLink: z.boolean(),
})

export const clientSessionIdInput = z.strictObject({ id })

/** `currentPassword` is needed once there is one. */
export const setClientPasswordInput = z.strictObject({
  currentPassword: enteredPassword.optional(),
  newPassword: newPassword,
})
export type SetClientPasswordInput = z.infer<typeof setClientPasswordInput>
