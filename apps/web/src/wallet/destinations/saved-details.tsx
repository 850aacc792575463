import type { PayoutDetails, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { ActionIcon, Radio } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { payoutDestination } from './payout-destination.ts'
import classes from './saved-details.module.css'

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
                onClick={() => forget.send(withdrawalMethod)}
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
      size="md"
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
  const forget = trpc.wallet.forgetPayoutDetails.useMutation({
    onSuccess: (_answer, { method }) => {
      const name = t(`withdrawMethod.${method}`)
      showToast({
        kind: 'success',
        title: t('savedDetails.forgotten'),
        message: t('savedDetails.forgottenText', { method: name }),
      })
    },
    onError: (error) => {
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      const message = serverMessage(error, t('savedDetails.offline'))
      showToast({ kind: 'error', title: t('savedDetails.failed'), message })
    },
    onSettled: () => void utils.wallet.listPayoutDetails.invalidate(),
  })
  const send = useSingleFlight(async (method: WithdrawalMethod) => {
    await forget.mutateAsync({ method }).catch(() => undefined)
  })
  return { send, isPending: forget.isPending }
}

type Proof = Pick<PayoutDetails, 'provenBy' | 'provenAt'>

/** What proves that a destination is the member's. Says nothing about others who named it. */
function proofText(t: ReturnType<typeof useT>, { provenBy, provenAt }: Proof): string {
  if (!provenBy || !provenAt) return t('savedDetails.unproven')
  return t(`savedDetails.provenBy.${provenBy}`, { day: formatDay(provenAt) })
}
