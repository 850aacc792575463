import { CODE_MINUTES } from '@chuma/contract/wallet/code-terms'
import type { DestinationCode } from '@chuma/contract/wallet/destination-codes'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { formatCountdown } from '../../i18n/format-countdown.ts'
import { useT } from '../../i18n/use-t.ts'
import { MoneyButton } from '../../offline/money-button.tsx'
import { trpc } from '../../trpc.ts'
import { CodeProblem } from './code-problem.tsx'
import { type Proven, useConfirmCode } from './use-confirm-code.ts'
import type { useRequestCode } from './use-request-code.ts'

type Props = {
  number: string
  code: DestinationCode
  /** Asks for another code. */
  request: Pick<ReturnType<typeof useRequestCode>, 'send' | 'isPending' | 'problem'>
  onDone: (proven: Proven) => void
}

const ASK_EVERY_MS = 3000

export function EnterCode({ number, code, request, onDone }: Props) {
  const t = useT()
  const [digits, setDigits] = useState('')
  const confirm = useConfirmCode({ number, onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog is within the request's form, for React's events.
    event.stopPropagation()
    confirm.send(digits)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('prove.sentTo', { number: code.sentTo, minutes: CODE_MINUTES })}</Text>
        <TextState />
        <TextInput
          label={t('prove.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          data-autofocus
          error={confirm.problem}
          value={digits}
          onChange={({ currentTarget: { value } }) => setDigits(value)}
        />
        <MoneyButton type="submit" disabled={confirm.isPending} fullWidth>
          {t(confirm.isPending ? 'prove.confirming' : 'prove.confirm')}
        </MoneyButton>
        <Again
          key={String(code.requestedAt)}
          seconds={code.resendAfterSeconds}
          isAsking={request.isPending}
          onAsk={request.send}
        />
        <CodeProblem>{request.problem}</CodeProblem>
        <Text size="sm" c="dimmed">
          <b>{t('prove.noText')}</b> {t('prove.noTextHelp')}
        </Text>
        <DemoTexts />
      </Stack>
    </form>
  )
}

/** What the network says about the text, asked for until it is certain. */
function TextState() {
  const t = useT()
  const { data } = trpc.wallet.getDestinationCode.useQuery(undefined, {
    refetchInterval: ({ state }) => (isOpen(state.data?.code?.state) ? ASK_EVERY_MS : false),
  })
  const { state, problem } = data?.code ?? {}
  if (state === 'not-delivered') {
    return (
      <Text role="alert" c="var(--mantine-color-error)" size="sm">
        {t(`prove.failed.${problem ?? 'network'}`)}
      </Text>
    )
  }
  const news = state === 'unknown' ? t('prove.unknown') : state === 'delivered' ? t('prove.delivered') : ''
  return (
    <Text role="status" size="sm" c="dimmed" hidden={news === ''}>
      {news}
    </Text>
  )
}

const isOpen = (state: DestinationCode['state'] | undefined) =>
  state === 'sending' || state === 'sent' || state === 'unknown'

type AgainProps = { seconds: number; isAsking: boolean; onAsk: () => void }

/** Another code, once the pause between two is over. */
function Again({ seconds, isAsking, onAsk }: AgainProps) {
  const t = useT()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const endsAt = performance.now() + seconds * 1000
    const timer = window.setInterval(
      () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))),
      1000,
    )
    return () => window.clearInterval(timer)
  }, [seconds])
  if (left === 0) {
    return (
      <Button variant="light" onClick={onAsk} disabled={isAsking} fullWidth>
        {t(isAsking ? 'prove.sending' : 'prove.again')}
      </Button>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {t('prove.againIn', { time: formatCountdown(left) })}
    </Text>
  )
}

/** In demo mode texts stay on this machine: says where to read them. */
function DemoTexts() {
  const t = useT()
  const isDemo = Boolean(trpc.admin.getDemoLogin.useQuery().data)
  if (!isDemo) return null
  return (
    <Text size="sm" c="dimmed">
      {t('prove.demo')}{' '}
      <Anchor href="/dev/mailbox" target="_blank" rel="noopener">
        {t('prove.mailbox')}
      </Anchor>
    </Text>
  )
}
