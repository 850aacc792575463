import { formatKes } from '@chuma/contract/format-money'
import type { Premium, PremiumPayment, PremiumPaymentState } from '@chuma/contract/premium/premium'
import { isPremiumKind, PROOF_KINDS } from '@chuma/contract/tasks/task-kinds'
import { Button, Loader, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconCrown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDay } from '../i18n/format-date.ts'
import { shownLanguage, type Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { MoneyButton } from '../offline/unreachable.tsx'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { MessageState, Notice, QueryView, Skeletons } from '../ui/states/states.tsx'
import { maskPhone } from '../wallet/destinations/prove-number.tsx'
import classes from './premium-dialog.module.css'

const INCLUDED = [
  'upgrade.videos',
  'upgrade.games',
  ...PROOF_KINDS.filter(isPremiumKind).map((kind) => `activityKind.${kind}` as const),
] as const

type Props = {
  isOpen: boolean
  onClose: () => void
  /** For a premium member who extends it. */
  isExtension?: boolean
}

/** What premium includes, its price, and how to get it: by paying on the phone, or from an admin (SPEC §1). */
export function PremiumDialog({ isOpen, onClose, isExtension = false }: Props) {
  const t = useT()
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t(isExtension ? 'premium.extend' : 'upgrade.title')}>
      <Offer onClose={onClose} />
    </Dialog>
  )
}

/** Inside the dialog, so that it loads nothing until opened. */
function Offer({ onClose }: Pick<Props, 'onClose'>) {
  const t = useT()
  const query = usePremium()
  return (
    <QueryView query={query} skeleton={<Skeletons count={2} height={96} />}>
      {(premium) => (
        <Stack>
          {premium.isPayable ? (
            <PremiumPaymentPanel
              premium={premium}
              offer={<Included kesPerMonth={premium.kesPerMonth} />}
              onClose={onClose}
            />
          ) : (
            <>
              <Included kesPerMonth={premium.kesPerMonth} />
              <p className={blocks.flush}>{t('upgrade.how')}</p>
              <Button fullWidth renderRoot={(props) => <Link to="/contact" {...props} />}>
                {t('upgrade.contact')}
              </Button>
            </>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

function Included({ kesPerMonth }: { kesPerMonth: number }) {
  const t = useT()
  return (
    <>
      <p className={classes.price}>
        <strong>{t('upgrade.price', { kes: formatKes(kesPerMonth) })}</strong>{' '}
        <span>{t('upgrade.cancel')}</span>
      </p>
      <ul className={classes.list} aria-label={t('upgrade.includes')}>
        {INCLUDED.map((item) => (
          <li key={item}>
            <IconCheck aria-hidden size={20} />
            {t(item)}
          </li>
        ))}
      </ul>
      <p className={blocks.flush}>{t('upgrade.surveysStay')}</p>
    </>
  )
}

type PremiumPaymentPanelProps = {
  premium: Premium
  /** Shown until a payment is requested; then its progress takes over. */
  offer: ReactNode
  onClose: () => void
}

/** Paying for premium, from the form to the outcome, also after a reload or on another device. */
function PremiumPaymentPanel({ premium, offer, onClose }: PremiumPaymentPanelProps) {
  const t = useT()
  // The payment that this dialog follows; earlier ones are not reported.
  const [followed, follow] = useState<string | null>(
    isPaymentMoving(premium.payment?.state) ? (premium.payment?.id ?? null) : null,
  )
  const payment = premium.payment?.id === followed ? premium.payment : null

  if (payment && isPaymentMoving(payment.state)) return <PaymentProgress payment={payment} />
  if (payment?.state === 'paid' && premium.premiumUntil) {
    return (
      <div role="status">
        <MessageState
          icon={<IconCrown />}
          title={t('payPremium.doneTitle')}
          text={t('payPremium.doneText', { day: formatDay(premium.premiumUntil) })}
          action={<Button onClick={onClose}>{t('payPremium.close')}</Button>}
        />
      </div>
    )
  }
  return (
    <Stack>
      {!payment && offer}
      <div role="status">{payment && <Ended payment={payment} />}</div>
      <PayPremiumForm
        kesPerMonth={premium.kesPerMonth}
        lastNumber={premium.payment?.mpesaNumber ?? ''}
        onAsked={({ id }) => follow(id)}
      />
    </Stack>
  )
}

/** The payment failed, with the reason. */
function Ended({ payment }: { payment: PremiumPayment }) {
  const t = useT()
  const { state } = payment
  if (state === 'review') {
    return <Notice title={t('payPremium.reviewTitle')}>{t('payPremium.reviewText')}</Notice>
  }
  if (state === 'expired') {
    return <Notice title={t('payPremium.expiredTitle')}>{t('payPremium.expiredText')}</Notice>
  }
  return <Notice title={t('payPremium.failedTitle')}>{explainProblem(t, payment)}</Notice>
}

/** The phone is being asked: what to do, and that waiting or leaving loses nothing. */
function PaymentProgress({ payment: { state, mpesaNumber, amountKes } }: { payment: PremiumPayment }) {
  const t = useT()
  const isOut = state === 'waiting' || state === 'unknown'
  const number = maskPhone(mpesaNumber)
  const kes = formatKes(amountKes)
  return (
    <div role="status">
      <MessageState
        icon={<Loader size="sm" />}
        title={t(isOut ? 'payPremium.lookTitle' : 'payPremium.sendingTitle')}
        text={t(isOut ? 'payPremium.lookText' : 'payPremium.sendingText', { number, kes })}
      />
    </div>
  )
}

/** M-Pesa's codes of payments that failed, as far as there is something to tell the payer. */
const KNOWN = ['1', '4', '17', '1001', '1019', '1025', '1032', '1037', '2001', '8006', '9999'] as const

/** Why a payment failed, in the reader's language. The server keeps its own words in English. */
export function explainProblem(
  t: Translate,
  { problem, resultCode }: Pick<PremiumPayment, 'problem' | 'resultCode'>,
): string {
  const code = KNOWN.find((known) => known === resultCode)
  if (code) return t(`payPremium.problem.${code}`)
  return (shownLanguage() === 'en' && problem) || t('payPremium.failedText')
}

const MONTHS = [1, 3, 6, 12] as const

type PayPremiumFormProps = {
  kesPerMonth: number
  /** The number that was used last, filled in. */
  lastNumber: string
  onAsked: (payment: PremiumPayment) => void
}

/** Requests payment from a phone. Money moves only after its owner enters their PIN there. */
function PayPremiumForm({ kesPerMonth, lastNumber, onAsked }: PayPremiumFormProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({ initialValues: { mpesaNumber: lastNumber, months: '1' } })
  const pay = useAction(trpc.premium.payPremium, {
    onDone: onAsked,
    refresh: [utils.premium.getPremium],
    form,
    failure: { title: t('payPremium.notAskedTitle'), offline: t('earn.offline') },
    onFailed: () => {
      void utils.premium.getPremium.invalidate()
    },
  })
  const amountKes = formatKes(Number(form.values.months) * kesPerMonth)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ mpesaNumber, months }) => pay.run({ mpesaNumber, months: Number(months) }))}
    >
      <Stack>
        <TextInput
          label={t('payPremium.number')}
          placeholder={t('request.mpesaPlaceholder')}
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('mpesaNumber')}
        />
        <NativeSelect
          label={t('payPremium.months')}
          data={MONTHS.map((months) => ({
            value: String(months),
            label: t('payPremium.option', { months, kes: formatKes(months * kesPerMonth) }),
          }))}
          {...form.getInputProps('months')}
        />
        <MoneyButton type="submit" fullWidth px="sm" loading={pay.isPending}>
          {t('payPremium.pay', { kes: amountKes })}
        </MoneyButton>
        <p className={blocks.quiet}>{t('payPremium.how')}</p>
      </Stack>
    </form>
  )
}

const POLL_MS = 3000

/** Whether the payment may still change within the minute. */
function isPaymentMoving(state: PremiumPaymentState | undefined): boolean {
  return state === 'asked' || state === 'sending' || state === 'waiting' || state === 'unknown'
}

/** The member's premium. Polls while a payment is in progress, and refetches all pages when premium starts or ends. */
export function usePremium() {
  const utils = trpc.useUtils()
  const query = trpc.premium.getPremium.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isPaymentMoving(data?.payment?.state) ? POLL_MS : false),
  })
  const isPremium = query.data?.isPremium
  const before = useRef(isPremium)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== isPremium
    before.current = isPremium
    // Pages lock or unlock with it, so all have to refetch.
    if (hasChanged) void utils.invalidate()
  }, [isPremium, utils])
  return query
}
