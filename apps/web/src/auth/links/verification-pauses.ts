import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'

const KEY = 'verification-pauses'
/** A sign-up mails the first link itself. */
const FIRST_PAUSE_SECONDS = 60

/** When the next mail to an address may be requested, in milliseconds. */
export type Pauses = Readonly<Record<string, number>>

/** Read the pauses of this tab: they outlast a reload. */
export function readPauses(): Pauses {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

/** Wait before another mail to this address is requested. Forgets pauses that are over. */
export function pauseMails(email: string, seconds = FIRST_PAUSE_SECONDS): Pauses {
  const now = Date.now()
  const open = Object.entries(readPauses()).filter(([, end]) => end > now)
  const pauses = { ...Object.fromEntries(open), [nameAddress(email)]: now + seconds * 1000 }
  sessionStorage.setItem(KEY, JSON.stringify(pauses))
  return pauses
}

/** The server compares addresses in this way too. */
export const nameAddress = (email: string) => email.trim().toLowerCase()

type Handlers = {
  onDone?: (answer: { retryAfterSeconds: number }, input: { email: string }) => void
  onFailed?: (error: unknown, input: { email: string }) => void
}

/** Send the verification mail again and report the outcome. */
export function useResendVerification(handlers: Handlers = {}) {
  const t = useT()
  return useAction(trpc.auth.resendVerification, {
    ...handlers,
    done: ({ message }) => ({ title: t('verify.resentTitle'), message }),
    failure: { title: t('verify.failedTitle'), offline: t('verify.failed'), isPatient: true },
  })
}
