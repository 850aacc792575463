import { DELETION_GRACE_DAYS } from '@chuma/contract/account/account-rules'
import type { Balance } from '@chuma/contract/wallet/wallet'
import { Button } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { PasswordField } from '../auth/passwords/password-field.tsx'
import { forgetMember } from '../auth/session.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { PointsAmount } from '../wallet/movements.tsx'
import classes from './deletion-facts.module.css'

export function DeletionSection() {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Section title={t('deletion.title')} text={t('deletion.text', { days: DELETION_GRACE_DAYS })}>
      <Button color="red" variant="outline" onClick={dialog.open}>
        {t('deletion.open')}
      </Button>
      <DeletionDialog opened={isOpen} onClose={dialog.close} />
    </Section>
  )
}

function DeletionDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const form = useForm<DeletionForm>({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : t('password.required')) },
  })
  const { run, isPending } = useDeleteAccount(form)
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('deletion.dialogTitle')}
      action={t('deletion.open')}
      isPending={isPending}
      isDanger
      form={form}
      onSend={(values) => run(values)}
    >
      <DeletionFacts />
      <PasswordField
        label={t('deletion.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}

type DeletionForm = { password: string }

/** Request the account's deletion; once granted, sign this device out and show until when the account can be kept. */
function useDeleteAccount(form: UseFormReturnType<DeletionForm>) {
  const t = useT()
  const navigate = useNavigate()
  return useAction(trpc.account.requestDeletion, {
    form,
    passwordField: 'password',
    onDone: ({ deletionDueAt }) => {
      void navigate({ to: '/', state: { deletionDueAt } })
      forgetMember()
    },
    failure: { title: t('deletion.failedTitle'), offline: t('earn.offline') },
  })
}

/** What deleting the account means for this member. */
function DeletionFacts() {
  const t = useT()
  const balance = trpc.wallet.getBalance.useQuery(undefined, { staleTime: 0 })
  return (
    <ul className={classes.facts}>
      <li>{t('deletion.closes')}</li>
      <li>{t('deletion.grace', { days: DELETION_GRACE_DAYS })}</li>
      <QueryView
        query={balance}
        skeleton={
          <li className={classes.waiting}>
            <Skeletons count={1} height={52} />
          </li>
        }
      >
        {(loaded) => <PointsFacts balance={loaded} />}
      </QueryView>
    </ul>
  )
}

function PointsFacts({ balance: { availablePoints, heldPoints } }: { balance: Balance }) {
  const t = useT()
  return (
    <>
      {availablePoints > 0 ? (
        <li>
          {t('deletion.points')} <PointsAmount points={availablePoints} />{' '}
          <Link to="/withdraw" className={classes.link}>
            {t('deletion.withdraw')}
          </Link>
        </li>
      ) : (
        <li>{t('deletion.noPoints')}</li>
      )}
      {heldPoints > 0 ? (
        <li>
          {t('deletion.held')} <PointsAmount points={heldPoints} />
        </li>
      ) : (
        <li>{t('deletion.noHeld')}</li>
      )}
    </>
  )
}
