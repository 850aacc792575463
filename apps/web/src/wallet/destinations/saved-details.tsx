import type { PayoutDetails, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { payoutDestination } from './payout-destination.ts'
import classes from './saved-details.module.css'

type Props = { saved: PayoutDetails[]; onUse: (method: WithdrawalMethod) => void }

/** The member's saved destinations, latest first: one tap fills the form. */
export function SavedDetails({ saved, onUse }: Props) {
  const t = useT()
  const forget = useForgetDetails()
  if (saved.length === 0) return null
  return (
    <section aria-labelledby="saved-details" className={classes.saved}>
      <p id="saved-details" className={classes.title}>
        {t('savedDetails.title')}
      </p>
      <ul className={classes.list}>
        {saved.map((details) => {
          const method = t(`withdrawMethod.${details.withdrawalMethod}`)
          return (
            <li key={details.withdrawalMethod} className={classes.item}>
              <Button
                variant="default"
                classNames={{
                  root: classes.use ?? '',
                  inner: classes.inner ?? '',
                  label: classes.label ?? '',
                }}
                onClick={() => onUse(details.withdrawalMethod)}
              >
                {t('savedDetails.use', { method, destination: payoutDestination(details) })}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t('savedDetails.forget', { method })}
                disabled={forget.isPending}
                onClick={() => forget.send(details.withdrawalMethod)}
              >
                <IconTrash aria-hidden size={20} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
    </section>
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
