import { z } from 'zod'
import { parseEatTime } from './eat-time.ts'

/** Codes arrive as 0, "0" or "SFC_IC0003"; ids and amounts as numbers or strings. */
export const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1))
const optionalText = text.optional().catch(undefined)

/** A single entry arrives without a list. An invalid entry must not hide the others. */
export const listOf = <Entry>(entry: z.ZodType<Entry>) =>
  z
    .unknown()
    .transform((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .transform((items) => items.flatMap((item) => entry.safeParse(item).data ?? []))
const parameterList = listOf(z.object({ Key: z.string(), Value: optionalText }))

const envelope = z.object({
  Result: z.object({
    ResultCode: text,
    ResultDesc: z.string().catch(''),
    ConversationID: text,
    OriginatorConversationID: text,
    TransactionID: optionalText,
    ResultParameters: z.object({ ResultParameter: parameterList }).optional().catch(undefined),
  }),
})

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; reason: string }

type ResultEnvelope = {
  resultCode: string
  resultDesc: string
  conversationId: string
  originatorConversationId: string
  transactionId?: string
  /** All values of this key, in order, without empty ones. */
  valuesOf: (key: string) => string[]
}

/** The envelope of Daraja's asynchronous answers. Unknown keys are ignored; parsing never throws. */
function parseEnvelope(body: unknown): Parsed<ResultEnvelope> {
  const parsed = envelope.safeParse(body)
  if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error).slice(0, 300) }
  const { Result } = parsed.data
  const parameters = Result.ResultParameters?.ResultParameter ?? []
  return {
    ok: true,
    value: {
      resultCode: Result.ResultCode,
      resultDesc: Result.ResultDesc,
      conversationId: Result.ConversationID,
      originatorConversationId: Result.OriginatorConversationID,
      ...(Result.TransactionID === undefined ? {} : { transactionId: Result.TransactionID }),
      valuesOf: (key) => parameters.flatMap(({ Key, Value }) => (Key === key ? (Value ?? []) : [])),
    },
  }
}

/** The details of a payment. Missing or invalid ones are omitted, never guessed. */
type PaymentDetails = {
  receipt?: string
  amountKes?: number
  msisdn?: string
  receiverName?: string
  completedAt?: Date
}

type RawDetails = Record<'receipt' | 'amount' | 'party' | 'completedAt', string | undefined>

function readPaymentDetails(raw: RawDetails): PaymentDetails {
  const party = /^(?<number>[\d*]+) *- *(?<name>.*)$/.exec(raw.party ?? '')?.groups
  const completedAt = parseEatTime(raw.completedAt ?? '')
  return {
    ...(raw.receipt === undefined ? {} : { receipt: raw.receipt }),
    ...(/^\d+(\.\d+)?$/.test(raw.amount ?? '') ? { amountKes: Number(raw.amount) } : {}),
    // Safaricom masks the middle of the number in some products; a masked number confirms nothing.
    ...(party?.number && /^\d{12}$/.test(party.number) ? { msisdn: party.number } : {}),
    ...(party?.name ? { receiverName: party.name.trim() } : {}),
    ...(completedAt ? { completedAt } : {}),
  }
}

type B2cResult = PaymentDetails & {
  resultCode: string
  resultDesc: string
  conversationId: string
  originatorConversationId: string
  /** Failed payments have one too: only `resultCode` says whether money was paid. */
  transactionId?: string
}

/** Parse what Daraja posts to a payout's ResultURL. Anyone can post there, so compare it with the payout. */
export function parseB2cResult(body: unknown): Parsed<B2cResult> {
  const envelope = parseEnvelope(body)
  if (!envelope.ok) return envelope
  const { valuesOf, ...result } = envelope.value
  const details = readPaymentDetails({
    receipt: valuesOf('TransactionReceipt')[0],
    amount: valuesOf('TransactionAmount')[0],
    party: valuesOf('ReceiverPartyPublicName')[0],
    completedAt: valuesOf('TransactionCompletedDateTime')[0],
  })
  return { ok: true, value: { ...result, ...details } }
}

type StatusResult = {
  /** The query. Its code 0 means that it was answered, and says nothing about the payment. */
  query: { resultCode: string; resultDesc: string; conversationId: string; originatorConversationId: string }
  /** The queried payment; empty if none was found. */
  payment: PaymentDetails & {
    transactionStatus?: string
    conversationId?: string
    originatorConversationId?: string
  }
}

/** Parse what Daraja posts to a status query's ResultURL. */
export function parseStatusResult(body: unknown): Parsed<StatusResult> {
  const envelope = parseEnvelope(body)
  if (!envelope.ok) return envelope
  const { valuesOf, transactionId: _ofTheQuery, ...query } = envelope.value
  const [transactionStatus] = valuesOf('TransactionStatus')
  const [conversationId] = valuesOf('ConversationID')
  const [originatorConversationId] = valuesOf('OriginatorConversationID')
  const details = readPaymentDetails({
    receipt: valuesOf('ReceiptNo')[0],
    amount: valuesOf('Amount')[0],
    // Safaricom's own sample names the receiver under a second DebitPartyName.
    party: valuesOf('CreditPartyName')[0] ?? valuesOf('DebitPartyName')[1],
    completedAt: valuesOf('FinalisedTime')[0],
  })
  return {
    ok: true,
    value: {
      query,
      payment: {
        ...details,
        ...(transactionStatus === undefined ? {} : { transactionStatus }),
        ...(conversationId === undefined ? {} : { conversationId }),
        ...(originatorConversationId === undefined ? {} : { originatorConversationId }),
      },
    },
  }
}

const failed = new Set(['cancelled', 'declined', 'expired', 'failed'])

/** Initiated, Authorized, Pending and future statuses decide nothing: the payout stays unknown. */
export function classifyTransactionStatus(status: string | undefined): 'paid' | 'failed' | 'unknown' {
  const word = status?.trim().toLowerCase() ?? ''
  if (word === 'completed') return 'paid'
  return failed.has(word) ? 'failed' : 'unknown'
}

/** KES with cents. Payouts come from `utilityKes`; members' payments arrive in `workingKes`. */
type AccountBalances = {
  utilityKes: number
  workingKes: number
  chargesKes: number
  completedAt: Date
}

/**
 * Parse what Daraja posts to a balance query's ResultURL. All accounts or none: a missing, repeated or invalid account does
 * not count as an empty one.
 */
export function parseBalanceResult(json: unknown): Parsed<AccountBalances> {
  const envelope = parseEnvelope(json)
  if (!envelope.ok) return envelope
  const { resultCode, resultDesc, valuesOf } = envelope.value
  if (resultCode !== '0') return refuse(`The query ended with code ${resultCode}: ${resultDesc}`)
  const accounts = readAccounts(valuesOf('AccountBalance')[0] ?? '')
  const utilityKes = accounts.get('Utility Account')
  const workingKes = accounts.get('Working Account')
  const chargesKes = accounts.get('Charges Paid Account')
  const completedAt = parseEatTime(valuesOf('BOCompletedTime')[0] ?? '')
  if (utilityKes === undefined) return refuse('No balance of the Utility Account')
  if (workingKes === undefined) return refuse('No balance of the Working Account')
  if (chargesKes === undefined) return refuse('No balance of the Charges Paid Account')
  if (completedAt === undefined) return refuse('No time')
  return { ok: true, value: { utilityKes, workingKes, chargesKes, completedAt } }
}

/** `Utility Account|KES|228037.00|228037.00|0.00|0.00&Working Account|…`: name, currency, available, … */
function readAccounts(text: string): Map<string, number | undefined> {
  const accounts = new Map<string, number | undefined>()
  for (const entry of text.split('&')) {
    const [name = '', currency, available = ''] = entry.split('|').map((part) => part.trim())
    const readable = currency === 'KES' && /^-?\d{1,12}(\.\d{1,2})?$/.test(available) && !accounts.has(name)
    accounts.set(name, readable ? Number(available) : undefined)
  }
  return accounts
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason: reason.slice(0, 300) }
}

/**
 * Only `paid` proves a payment. `member`: final, the member must change something. `operator`: final, we must. `unknown`: may
 * still be paid, keep the hold. `review`: an undocumented code, for a person.
 */
type ResultClass = 'paid' | 'member' | 'operator' | 'unknown' | 'review'
type ResultClassification = { class: ResultClass; stopQueue: boolean; description: string }

const paid = (description: string) => ({ class: 'paid', stopQueue: false, description }) as const
const member = (description: string) => ({ class: 'member', stopQueue: false, description }) as const
const unknown = (description: string) => ({ class: 'unknown', stopQueue: false, description }) as const
const operator = (description: string) => ({ class: 'operator', stopQueue: false, description }) as const
const stop = (description: string) => ({ class: 'operator', stopQueue: true, description }) as const

/** A Map, because keys come from outside and `constructor` must not match. */
const resultCodes = new Map<string, ResultClassification>([
  ['0', paid('Paid.')],
  ['1', stop('The utility account holds too little money.')],
  ['2', member('The amount is below the M-Pesa minimum.')],
  ['3', member('The amount is above the M-Pesa maximum.')],
  ['4', member('The payment would pass the member’s daily M-Pesa limit.')],
  ['8', member('The payment would pass the most an M-Pesa account may hold.')],
  ['11', stop('Our M-Pesa account is not active.')],
  ['12', member('The receiving account is not valid.')],
  ['15', unknown('M-Pesa saw this payment as a duplicate; the earlier one may have been paid.')],
  ['17', unknown('M-Pesa had an internal failure.')],
  ['18', stop('The initiator’s credential was refused.')],
  ['20', stop('The initiator was not found.')],
  ['21', stop('The initiator lacks the role for paying members.')],
  ['22', stop('The initiator is not active.')],
  ['24', operator('A required field is missing in our request.')],
  ['25', operator('A field in our request is not valid.')],
  ['26', operator('M-Pesa is busy and refused the payment.')],
  ['29', operator('The command in our request is not valid.')],
  // Repeated wrong credentials lock the initiator, so the first one stops the queue.
  ['2001', stop('The initiator’s name, password or certificate is wrong.')],
  ['2006', stop('The state of our M-Pesa account does not allow payments.')],
  ['2028', stop('Our short code may not pay members.')],
  ['2040', member('The receiver is not a registered M-Pesa customer.')],
  ['8006', stop('The initiator is locked and has to be unlocked in the portal.')],
  ['SFC_IC0003', member('The phone number does not exist at M-Pesa.')],
])

/** Classify a payment's result code. Never pass the outer code of a status query, which is about the query only. */
export function classifyResultCode(code: string): ResultClassification {
  const known = resultCodes.get(code)
  return known ?? { class: 'review', stopQueue: false, description: 'M-Pesa gave a code we do not know.' }
}
