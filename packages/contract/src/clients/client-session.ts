import * as z from 'zod'
import {
  emailAddress,
  enteredPassword,
  id,
  newPassword,
  pastedSecret,
  secondFactorCode,
  timestamp,
} from '../fields.ts'

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

const survey = { surveyId: z.uuid(), title: z.string() }

/** Everything that we keep about someone of a client. Their organisation's surveys and money are the organisation's. */
export const clientExport = z.object({
  exportedAt: timestamp,
  /** The business day, YYYY-MM-DD. */
  exportedOn: z.string(),
  account: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    organisation: z.string(),
    addedAt: timestamp,
    hasPassword: z.boolean(),
    /** Null: off. */
    secondFactorSince: timestamp.nullable(),
  }),
  sessions: z.array(
    z.object({
      createdAt: timestamp,
      lastSeenAt: timestamp,
      endedAt: timestamp.nullable(),
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
      isByLink: z.boolean(),
    }),
  ),
  /** Without their words, of which we keep only hashes. */
  links: z.array(
    z.object({
      createdAt: timestamp,
      expiresAt: timestamp,
      revokedAt: timestamp.nullable(),
      uses: z.int(),
      /** Null: all surveys. */
      surveyId: z.uuid().nullable(),
    }),
  ),
  comments: z.array(
    z.object({ ...survey, questionId: z.int().nullable(), text: z.string(), writtenAt: timestamp }),
  ),
  acceptedQuotes: z.array(
    z.object({ ...survey, version: z.int(), priceCents: z.int(), acceptedAt: timestamp }),
  ),
  acceptedData: z.array(z.object({ ...survey, version: z.int(), hash: z.string(), acceptedAt: timestamp })),
  disputes: z.array(
    z.object({
      ...survey,
      respondent: z.string(),
      reason: z.string(),
      disputedAt: timestamp,
      state: z.string(),
    }),
  ),
  mails: z.array(z.object({ to: z.string(), subject: z.string(), state: z.string(), createdAt: timestamp })),
  /** What our audit log says that they did, or was done to their account. Newest first. */
  events: z.array(
    z.object({
      at: timestamp,
      action: z.string(),
      by: z.enum(['you', 'our team']),
      address: z.string().nullable(),
    }),
  ),
})

/** `email`: their own, typed again, so that a slip deletes nothing. `password` and `code`: where there is one. */
export const deleteClientAccountInput = z.strictObject({
  email: emailAddress,
  password: enteredPassword.optional(),
  code: secondFactorCode.optional(),
})
export type DeleteClientAccountInput = z.infer<typeof deleteClientAccountInput>
