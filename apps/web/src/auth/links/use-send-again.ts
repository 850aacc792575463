import { useEffect, useState } from 'react'
import { answerOf } from '../../trpc.ts'
import { useResendVerification } from './use-resend-verification.ts'
import { nameAddress, type Pauses, pauseMails, readPauses } from './verification-pauses.ts'

type Clock = { now: number; pauses: Pauses }

/**
 * Send the verification mail again, as soon as the server does: it says when. Another address need not wait. After a
 * sign-up the first mail is on its way, so the wait begins there.
 */
export function useSendAgain(email: string) {
  const resend = useResendVerification()
  const [{ now, pauses }, setClock] = useState<Clock>({ now: 0, pauses: {} })
  const end = pauses[nameAddress(email)] ?? 0
  const isOver = now >= end
  // Not at first: a prerendered page knows no pauses.
  useEffect(() => setClock({ now: Date.now(), pauses: readPauses() }), [])
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setClock((clock) => ({ ...clock, now: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [isOver])

  const pause = (seconds: number) => setClock({ pauses: pauseMails(email, seconds), now: Date.now() })
  return {
    send: () =>
      resend.mutate(
        { email },
        {
          onSuccess: ({ retryAfterSeconds }) => pause(retryAfterSeconds),
          onError: (error) => pause(Number(answerOf(error)?.headers.get('retry-after') ?? 0)),
        },
      ),
    isPending: resend.isPending,
    secondsLeft: Math.max(0, Math.ceil((end - now) / 1000)),
  }
}
