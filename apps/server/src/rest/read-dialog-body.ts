import { PHONE_METHODS } from '@chuma/contract/wallet/wallet'
import type { FastifyRequest } from 'fastify'

/**
 * Convert the specified dashboard's request, with `amount`, `method` and `details` (SPEC §3), into the common input, which
 * is then checked like any other. `details` holds the method's fields, or its one number or address.
 */
export async function readDialogBody(request: FastifyRequest): Promise<void> {
  const { body } = request
  if (typeof body !== 'object' || body === null || 'withdrawalMethod' in body) return
  const { amount, method, details, ...others } = body as Record<string, unknown>
  if (amount === undefined || method === undefined) return
  request.body = {
    ...others,
    pointsToWithdraw: amount,
    withdrawalMethod: method,
    ...readDetails(method, details),
  }
}

function readDetails(method: unknown, details: unknown): object {
  if (typeof details === 'object' && details !== null && !Array.isArray(details)) return details
  if (method === 'paypal') return { paypalEmail: details }
  return PHONE_METHODS.some((known) => known === method) ? { mpesaNumber: details } : {}
}
