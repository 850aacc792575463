import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { formatCountdown } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { answerOf } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { useLeaveWhenSignedIn } from '../sessions/require-member.tsx'
import { useCurrentUser } from '../sessions/use-current-user.ts'
import { DemoMailbox, PauseOver } from './link-sent.tsx'
import {
  nameAddress,
  type Pauses,
  pauseMails,
  readPauses,
  useResendVerification,
} from './verification-pauses.ts'

/** For new members, and for unverified members on sites where log-in does not require verification. */
export function VerifyEmailPage({ knownEmail }: { knownEmail: string | undefined }) {
  const t = useT()
  const current = useCurrentUser()
  const member = current.status === 'member' ? current.user : null
  const shownEmail = member?.email ?? knownEmail
  const [typedEmail, setTypedEmail] = useState('')
  const [isMissing, setMissing] = useState(false)
  const email = (shownEmail ?? typedEmail).trim()
  const { send, isPending, secondsLeft } = useSendAgain(email)
  useLeaveWhenSignedIn({ unlessUnverified: true })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!email)
    if (!email) showToast({ kind: 'error', title: t('auth.missingTitle'), message: t('verify.missing') })
    else if (secondsLeft === 0) send()
  }
  return (
    <AuthFrame
      title={t('verify.title')}
      otherwise={
        member
          ? { question: t('verify.later'), label: t('link.dashboard'), to: '/dashboard' }
          : { question: t('verify.verified'), label: t('word.logIn'), to: '/login' }
      }
      note={<DemoMailbox />}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{shownEmail ? t('verify.sentTo', { email: shownEmail }) : t('verify.sent')}</Text>
          <Text c="dimmed">{t('verify.hint')}</Text>
          {!shownEmail && (
            <TextInput
              label={t('word.email')}
              type="email"
              autoComplete="email"
              value={typedEmail}
              error={isMissing && !email && t('verify.missing')}
              onChange={(event) => setTypedEmail(event.currentTarget.value)}
            />
          )}
          {/* No submit button: a disabled one would also keep Enter from showing a missing address. */}
          <Button disabled={!email || secondsLeft > 0} loading={isPending} fullWidth onClick={send}>
            {t('verify.submit')}
          </Button>
          {secondsLeft > 0 && (
            <Text size="sm" c="dimmed" ta="center">
              {t('verify.again', { time: formatCountdown(secondsLeft) })}
            </Text>
          )}
          <PauseOver secondsLeft={secondsLeft} />
          <Text size="sm" c="dimmed">
            {t('verify.stillNothing')}{' '}
            <Anchor renderRoot={(props) => <Link to="/contact" {...props} />}>{t('contact.title')}</Anchor>
          </Text>
        </Stack>
      </form>
    </AuthFrame>
  )
}

type Clock = { now: number; pauses: Pauses }

/**
 * Send the verification mail again, as soon as the server does: it says when. Another address need not wait. After a
 * sign-up the first mail is on its way, so the wait begins there.
 */
function useSendAgain(email: string) {
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

  const pause = (address: string, seconds: number) =>
    setClock({ pauses: pauseMails(address, seconds), now: Date.now() })
  const resend = useResendVerification({
    onDone: ({ retryAfterSeconds }, asked) => pause(asked.email, retryAfterSeconds),
    onFailed: (error, asked) => pause(asked.email, Number(answerOf(error)?.headers.get('retry-after') ?? 0)),
  })
  return {
    send: () => resend.run({ email }),
    isPending: resend.isPending,
    secondsLeft: Math.max(0, Math.ceil((end - now) / 1000)),
  }
}
