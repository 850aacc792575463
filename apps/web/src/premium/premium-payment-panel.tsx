import { formatKes } from '@chuma/contract/format-money'
import type { Premium, PremiumPayment } from '@chuma/contract/premium/premium'
import { Button, Loader, Stack } from '@mantine/core'
import { IconCrown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { MessageState } from '../ui/states/message-state.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { maskPhone } from '../wallet/destinations/mask-number.ts'
import { explainProblem } from './explain-problem.ts'
import { PayPremiumForm } from './pay-premium-form.tsx'
import { isPaymentMoving } from './use-premium.ts'

type Props = {
  premium: Premium
  /** Shown until a payment is requested; then its progress takes over. */
  offer: ReactNode
  onClose: () => void
}

/** Paying for premium, from the form to the outcome, also after a reload or on another device. */
export function PremiumPaymentPanel({ premium, offer, onClose }: Props) {
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
