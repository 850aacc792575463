import type { ConfirmedCode, DestinationCode } from '@chuma/contract/wallet/destination-codes'
import { toKenyanNumber } from '@chuma/contract/wallet/networks'
import type { PayoutDetails, Withdrawal, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { CODE_MINUTES } from '@chuma/contract/wallet/withdrawal-rules'
import { ActionIcon, Anchor, Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { formatCountdown, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { MoneyButton } from '../../offline/unreachable.tsx'
import { codeOf, isApiError, serverMessage, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import classes from './prove-number.module.css'

/** The button beside an M-Pesa number, and the dialog that proves it with a code by text. */
export function ProveNumber({ number }: { number: string }) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  const [proven, setProven] = useState<Proven | null>(null)
  const typed = toKenyanNumber(number)
  if (typed === null) return null
  if (proven?.number === typed) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t(proven.outcome === 'proven' ? 'prove.proven' : 'prove.inReview')}
      </Text>
    )
  }
  const finish = (done: Proven) => {
    setProven(done)
    dialog.close()
  }
  return (
    <div>
      <Button variant="light" onClick={dialog.open}>
        {t('prove.open')}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={t('prove.title')}>
        <ProveNumberSteps number={typed} onDone={finish} />
      </Dialog>
    </div>
  )
}

/** Ask for a code, then enter it. */
function ProveNumberSteps({ number, onDone }: { number: string; onDone: (proven: Proven) => void }) {
  const t = useT()
  const request = useRequestCode(number)
  const { send, isPending, code, problem } = request
  if (code) return <EnterCode number={number} code={code} request={request} onDone={onDone} />
  return (
    <Stack>
      <Text>{t('prove.why', { number: maskPhone(number) })}</Text>
      <CodeProblem>{problem}</CodeProblem>
      <MoneyButton onClick={send} disabled={isPending} fullWidth data-autofocus>
        {t(isPending ? 'prove.sending' : 'prove.send')}
      </MoneyButton>
      <Text size="sm" c="dimmed">
        {t('prove.noTextHelp')}
      </Text>
    </Stack>
  )
}

type EnterCodeProps = {
  number: string
  code: DestinationCode
  /** Asks for another code. */
  request: Pick<ReturnType<typeof useRequestCode>, 'send' | 'isPending' | 'problem'>
  onDone: (proven: Proven) => void
}

const ASK_EVERY_MS = 3000

function EnterCode({ number, code, request, onDone }: EnterCodeProps) {
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
          {t(confirm.isPending ? 'word.checking' : 'prove.confirm')}
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

/** Another code, once the pause between two is over. */
function Again({ seconds, isAsking, onAsk }: { seconds: number; isAsking: boolean; onAsk: () => void }) {
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

/** Why a code was not sent; there before it says something, so that it is read out. */
function CodeProblem({ children }: { children: string | null }) {
  return (
    <Text role="alert" c="var(--mantine-color-error)" size="sm" hidden={children === null}>
      {children}
    </Text>
  )
}

/** Request codes for a number. `code`: the newest. `problem`: why the last request was refused. */
function useRequestCode(number: string) {
  const t = useT()
  const utils = trpc.useUtils()
  // Stays while another is requested.
  const [code, setCode] = useState<DestinationCode | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const request = useAction(trpc.wallet.requestDestinationCode, {
    onDone: (sent) => {
      utils.wallet.getDestinationCode.setData(undefined, { code: sent })
      setCode(sent)
    },
    onFailed: (error) => {
      if (codeOf(error) !== 'NOT_SIGNED_IN') setProblem(serverMessage(error, t('earn.offline')))
      return true
    },
  })
  const send = () => {
    setProblem(null)
    request.run({ mpesaNumber: number })
  }
  return { send, isPending: request.isPending, code, problem }
}

/** `number`: 254 and nine digits. */
type Proven = { number: string; outcome: ConfirmedCode['outcome'] }

/** Confirm codes for a number. `onDone` also gets a number that staff have to decide about. */
function useConfirmCode({ number, onDone }: { number: string; onDone: (proven: Proven) => void }) {
  const t = useT()
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = useAction(trpc.wallet.confirmDestinationCode, {
    onDone: ({ outcome }) => onDone({ number, outcome }),
    done: ({ outcome, message }) => ({
      title: t(outcome === 'proven' ? 'prove.done' : 'prove.reviewed'),
      message,
    }),
    onFailed: (error) => {
      const field = isApiError(error) ? error.data?.fieldErrors?.code?.[0] : undefined
      if (codeOf(error) !== 'NOT_SIGNED_IN') setProblem(field ?? serverMessage(error, t('earn.offline')))
      return true
    },
  })
  const send = (code: string) => {
    setProblem(null)
    confirm.run({ mpesaNumber: number, code })
  }
  return { send, isPending: confirm.isPending, problem }
}

const OTHER = 'other'

type Props = {
  saved: PayoutDetails[]
  /** The method of the chosen destination; null for one that is not saved. */
  chosen: WithdrawalMethod | null
  onChoose: (details: PayoutDetails | null) => void
  /** What proves a destination that is not proven yet. */
  renderProof?: (details: PayoutDetails) => ReactNode
}

/** The member's saved destinations, last used first, and the way to name another. */
export function SavedDetails({ saved, chosen, onChoose, renderProof }: Props) {
  const t = useT()
  const forget = useForgetDetails()
  const choose = (value: string) =>
    onChoose(saved.find(({ withdrawalMethod }) => withdrawalMethod === value) ?? null)
  return (
    <Radio.Group label={t('savedDetails.title')} value={chosen ?? OTHER} onChange={choose}>
      <div className={classes.list}>
        {saved.map((details) => {
          const { withdrawalMethod } = details
          const method = t(`withdrawMethod.${withdrawalMethod}`)
          const destination = payoutDestination(details)
          const proof = renderProof?.(details)
          return (
            <div key={withdrawalMethod} className={classes.item}>
              <Choice
                value={withdrawalMethod}
                label={t('savedDetails.use', { method, destination })}
                state={proofText(t, details)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t('savedDetails.forget', { method })}
                disabled={forget.isPending}
                onClick={() => forget.run({ method: withdrawalMethod })}
              >
                <IconTrash aria-hidden size={20} />
              </ActionIcon>
              {proof && <div className={classes.proof}>{proof}</div>}
            </div>
          )
        })}
        <div className={classes.item}>
          <Choice value={OTHER} label={t('savedDetails.other')} />
        </div>
      </div>
    </Radio.Group>
  )
}

function Choice({ value, label, state }: { value: string; label: string; state?: string }) {
  return (
    <Radio
      value={value}
      label={label}
      description={state}
      classNames={{
        root: classes.choice ?? '',
        body: classes.body ?? '',
        labelWrapper: `${classes.words} ${state ? classes.proven : ''}`,
      }}
    />
  )
}

function useForgetDetails() {
  const t = useT()
  const utils = trpc.useUtils()
  return useAction(trpc.wallet.forgetPayoutDetails, {
    done: (_answer, { method }) => ({
      title: t('savedDetails.forgotten'),
      message: t('savedDetails.forgottenText', { method: t(`withdrawMethod.${method}`) }),
    }),
    failure: { title: t('savedDetails.failed'), offline: t('earn.offline') },
    onEnd: [utils.wallet.listPayoutDetails],
  })
}

type Proof = Pick<PayoutDetails, 'provenBy' | 'provenAt'>

/** What proves that a destination is the member's. Says nothing about others who named it. */
function proofText(t: ReturnType<typeof useT>, { provenBy, provenAt }: Proof): string {
  if (!provenBy || !provenAt) return t('savedDetails.unproven')
  return t(`savedDetails.provenBy.${provenBy}`, { day: formatDay(provenAt) })
}

type Destination = Pick<Withdrawal, 'mpesaNumber' | 'bankName' | 'accountNumber' | 'paypalEmail'>

export function payoutDestination(destination: Destination): string {
  const { mpesaNumber, bankName, accountNumber, paypalEmail } = destination
  if (mpesaNumber) return maskPhone(mpesaNumber)
  if (paypalEmail) return maskEmail(paypalEmail)
  return `${bankName ?? ''} ${maskAccount(accountNumber ?? '')}`.trim()
}

/** Mask a number so that its owner recognises it and onlookers cannot read it. */
export function maskPhone(number: string): string {
  const local = number.replaceAll(/\D/g, '').replace(/^254/, '0')
  return `${local.slice(0, 4)} ••• ${local.slice(-3)}`
}

export function maskAccount(number: string): string {
  return `••• ${number.slice(-4)}`
}

export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1•••')
}

const NONE: PayoutDetails[] = []

/** The member's saved destinations of the open methods, last used first. None until they load, or if they cannot. */
export function useSavedDetails(methods: readonly WithdrawalMethod[]): PayoutDetails[] {
  const all = trpc.wallet.listPayoutDetails.useQuery().data ?? NONE
  return useMemo(
    () => all.filter(({ withdrawalMethod }) => methods.includes(withdrawalMethod)),
    [all, methods],
  )
}
