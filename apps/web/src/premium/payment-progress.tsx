import { formatKes } from '@chuma/contract/format-money'
import type { PremiumPayment } from '@chuma/contract/premium/premium'
import { Loader } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { MessageState } from '../ui/states/message-state.tsx'
import { maskPhone } from '../wallet/destinations/mask-number.ts'

/** The telephone is being asked: what to look at, and that nothing is lost by waiting or by leaving. */
export function PaymentProgress({ payment: { state, mpesaNumber, amountKes } }: { payment: PremiumPayment }) {
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
