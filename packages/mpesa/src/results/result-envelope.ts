import { z } from 'zod'

/** Codes arrive as 0, "0" or "SFC_IC0003"; ids and amounts as numbers or strings. */
const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1))
const optionalText = text.optional().catch(undefined)

const parameter = z.object({ Key: z.string(), Value: optionalText })
/** A single entry arrives without a list. An invalid entry must not hide the others. */
const parameterList = z
  .unknown()
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .transform((items) => items.flatMap((item) => parameter.safeParse(item).data ?? []))

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

export type ResultEnvelope = {
  resultCode: string
  resultDesc: string
  conversationId: string
  originatorConversationId: string
  transactionId?: string
  /** All values of this key, in order, without empty ones. */
  valuesOf: (key: string) => string[]
}

/** The envelope of Daraja's asynchronous answers. Unknown keys are ignored; parsing never throws. */
export function parseEnvelope(body: unknown): Parsed<ResultEnvelope> {
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
