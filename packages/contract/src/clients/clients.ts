import * as z from 'zod'
import { emailAddress, id, line, pageOf, timestamp } from '../fields.ts'
import { clientQuote, staffDispute } from './client-quotes.ts'

/** A link opens this many days at most, and this many times. */
const MAX_LINK_DAYS = 30
const MAX_LINK_USES = 20

/** An organisation that commissions surveys, as staff see it. */
export const client = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: timestamp,
  users: z.int(),
  surveys: z.int(),
  /** What it could still spend, in cents of KES. */
  availableCents: z.int(),
})
export type Client = z.infer<typeof client>

export const listClientsInput = z
  .strictObject({
    ...pageOf(50),
  })
  .prefault({})

/** Someone of an organisation. Never a member, and never staff. */
const clientUser = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  hasPassword: z.boolean(),
  isSecondFactorOn: z.boolean(),
  createdAt: timestamp,
  /** Of their newest session. */
  lastSeenAt: timestamp.nullable(),
})

/** A link that signs someone of an organisation in. Its address is shown once, to the person who made it. */
const clientLink = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** Null: all surveys of the organisation. */
  surveyId: z.uuid().nullable(),
  mostUses: z.int(),
  uses: z.int(),
  createdAt: timestamp,
  createdBy: z.string(),
  expiresAt: timestamp,
  isOpen: z.boolean(),
})

export const clientOrder = z.object({
  id: z.uuid(),
  surveyId: z.uuid(),
  /** Of an accepted complete, in cents of KES. */
  priceCents: z.int(),
  openedAt: timestamp,
  openedBy: z.string(),
  approvedBy: z.string().nullable(),
})

const clientSurvey = z.object({
  id: z.uuid(),
  title: z.string(),
  assignedAt: timestamp,
  priceCents: z.int().nullable(),
  /** Accepted answers from before the price was agreed that are not charged yet. */
  earlierCompletes: z.int(),
})

export const clientDetail = client.extend({
  people: z.array(clientUser),
  links: z.array(clientLink),
  commissioned: z.array(clientSurvey),
  /** Newest first. */
  quotes: z.array(clientQuote),
  /** Open ones first. */
  disputes: z.array(staffDispute),
})
export type ClientDetail = z.infer<typeof clientDetail>

export const clientIdInput = z.strictObject({ id })
export const createClientInput = z.strictObject({ name: line(120, { min: 2, code: 'NAME_TOO_SHORT' }) })
export const addClientUserInput = z.strictObject({
  clientId: id,
  name: line(120, { min: 2, code: 'NAME_TOO_SHORT' }),
  email: emailAddress,
})
export type AddClientUserInput = z.infer<typeof addClientUserInput>

export const assignClientSurveyInput = z.strictObject({ clientId: id, surveyId: id })
export type AssignClientSurveyInput = z.infer<typeof assignClientSurveyInput>

export const createClientLinkInput = z.strictObject({
  userId: id,
  /** Without it the link shows all surveys of the organisation. */
  surveyId: id.optional(),
  days: z.int().min(1).max(MAX_LINK_DAYS).default(7),
  mostUses: z.int().min(1).max(MAX_LINK_USES).default(1),
})
export type CreateClientLinkInput = z.infer<typeof createClientLinkInput>

/** `url` is never shown again: only its hash is stored. */
export const createdClientLink = z.object({ link: clientLink, url: z.string() })
