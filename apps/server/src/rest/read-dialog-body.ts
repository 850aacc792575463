import type { FastifyRequest } from 'fastify'

/**
 * The specified dashboard asks for a withdrawal with `amount`, `method` and `details` (SPEC §3): what is needed of the
 * method, or its one number or address. Turned into what everybody else sends, and judged as that.
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
  return method === 'paypal' ? { paypalEmail: details } : method === 'mpesa' ? { mpesaNumber: details } : {}
}
