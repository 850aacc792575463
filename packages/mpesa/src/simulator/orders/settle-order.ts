import type { OrderBook } from './order-book.ts'

export type Settlement = { originatorConversationId: string; status: 'Completed' | 'Declined' }

/** Ends a pending order, without a callback. Says whether there was one. */
export function settleOrder(book: OrderBook, { originatorConversationId, status }: Settlement): boolean {
  const order = book.find(originatorConversationId)
  if (order?.status !== 'Pending Authorized') return false
  book.save({ ...order, status, completedAt: new Date().toISOString() })
  return true
}
