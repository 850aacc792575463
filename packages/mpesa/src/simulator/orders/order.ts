import { z } from 'zod'

/** A payment as the state file keeps it. What has a default is missing in older files. */
export const order = z.object({
  originatorConversationId: z.string(),
  conversationId: z.string(),
  receipt: z.string(),
  msisdn: z.string(),
  amountKes: z.int(),
  chargeKes: z.int().default(0),
  status: z.enum(['Completed', 'Declined', 'Pending Authorized']),
  resultCode: z.union([z.number(), z.string()]),
  resultDesc: z.string(),
  hiddenFromQueries: z.boolean(),
  resultUrl: z.string().default(''),
  timeoutUrl: z.string().default(''),
  acceptedAt: z.string(),
  completedAt: z.string(),
})
export type Order = z.infer<typeof order>

/** Money that a member was asked for. */
export const stkOrder = z.object({
  merchantRequestId: z.string(),
  checkoutRequestId: z.string(),
  receipt: z.string(),
  msisdn: z.string(),
  amountKes: z.int(),
  accountReference: z.string(),
  isPaid: z.boolean(),
  resultCode: z.union([z.number(), z.string()]),
  resultDesc: z.string(),
  callbackUrl: z.string(),
  completedAt: z.string(),
})
export type StkOrder = z.infer<typeof stkOrder>
