import { Anchor, Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { formatCountdown } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { type Mutation, useAction } from '../../ui/actions/use-action.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { AuthFrame } from '../auth-frame.tsx'

/** Says that a mail may be on its way: the answer is the same whether or not the account exists. */
export function LinkSent({ email, link, onBack }: { email: string; link: LinkRequest; onBack: () => void }) {
  const t = useT()
  const { secondsLeft, isPending } = link
  const isWaiting = secondsLeft > 0
  return (
    <AuthFrame title={t('linkSent.title')}>
      <Stack>
        <Text role="status">{t('linkSent.text', { email })}</Text>
        <Text c="dimmed">{t('linkSent.hint')}</Text>
        <Button disabled={isWaiting} loading={isPending} fullWidth onClick={() => link.request(email)}>
          {isWaiting ? t('linkSent.wait', { time: formatCountdown(secondsLeft) }) : t('word.sendAgain')}
        </Button>
        <PauseOver secondsLeft={secondsLeft} />
        <Button variant="default" fullWidth onClick={onBack}>
          {t('login.back')}
        </Button>
        <DemoMailbox />
      </Stack>
    </AuthFrame>
  )
}

type Options<Form> = { form: UseFormReturnType<Form>; onSent: (email: string) => void }
export type LinkRequest = {
  request: (email: string) => void
  isPending: boolean
  /** Until another mail can be requested. */
  secondsLeft: number
}

/** Request a mail with a link. The answer does not reveal whether the address has an account. */
export function useRequestLink<Form extends { email: string }>(
  mutation: Mutation<{ email: string }, { message: string }>,
  { form, onSent }: Options<Form>,
): LinkRequest {
  const t = useT()
  const { start, secondsLeft } = useResendPause()
  const { run, isPending } = useAction(mutation, {
    onDone: (_answer, { email }) => {
      start()
      onSent(email)
    },
    onFailed: (error) => void showFieldErrors(form, error),
    failure: { title: t('verify.failedTitle'), offline: t('reset.failed'), isPatient: true },
  })
  return { request: (email) => run({ email }), isPending, secondsLeft }
}

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 5

/** The wait before the same mail can be requested again: while the server sends none, a minute longer each time. */
function useResendPause() {
  const [pauses, setPauses] = useState(0)
  const [{ now, end }, setClock] = useState({ now: 0, end: 0 })
  const isOver = now >= end
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setClock((clock) => ({ ...clock, now: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [isOver])

  const start = () => {
    const minutes = Math.min(pauses + 1, LONGEST_MINUTES)
    setPauses(minutes)
    setClock({ now: Date.now(), end: Date.now() + minutes * MINUTE_MS })
  }
  return { start, secondsLeft: Math.max(0, Math.ceil((end - now) / 1000)) }
}

/** In demo mode mails stay on this machine: says where to read them. */
export function DemoMailbox() {
  const t = useT()
  const isDemo = Boolean(trpc.admin.getDemoLogin.useQuery().data)
  if (!isDemo) return null
  return (
    <Text size="sm" c="dimmed">
      {t('verify.demo')}{' '}
      <Anchor href="/dev/mailbox" target="_blank" rel="noopener">
        {t('verify.mailbox')}
      </Anchor>
    </Text>
  )
}

/**
 * Announces once that the wait is over. The countdown is only visible: announced every second it would drown out
 * everything else.
 */
export function PauseOver({ secondsLeft }: { secondsLeft: number }) {
  const t = useT()
  const [hasWaited, setHasWaited] = useState(false)
  if (secondsLeft > 0 && !hasWaited) setHasWaited(true)
  return (
    <VisuallyHidden role="status">{hasWaited && secondsLeft === 0 && t('linkSent.ready')}</VisuallyHidden>
  )
}
