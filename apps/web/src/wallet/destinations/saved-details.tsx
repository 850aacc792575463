import type { PayoutDetails, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { payoutDestination } from './payout-destination.ts'
import classes from './saved-details.module.css'
import { useForgetDetails } from './use-forget-details.ts'

type Props = { saved: PayoutDetails[]; onUse: (method: WithdrawalMethod) => void }

/** Where the member was paid before, the last place first: one tap fills the form. */
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
