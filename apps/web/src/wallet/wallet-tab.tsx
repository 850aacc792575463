import { formatKes } from '@chuma/contract/format-money'
import type { Balance, WalletTerms } from '@chuma/contract/wallet/wallet'
import { Anchor, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import noHistory from '../art/no-history.svg'
import { useT } from '../i18n/use-t.ts'
import { MoneyButton } from '../offline/unreachable.tsx'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Amount } from '../ui/figures/amount.tsx'
import { TimeZoneNote } from '../ui/figures/time-ago.tsx'
import { Panel } from '../ui/page/page.tsx'
import { EmptyState, QueryView, Skeletons } from '../ui/states/states.tsx'
import { SHOWN_MOVEMENTS } from './movements.tsx'
import {
  missingDetails,
  nameDestination,
  PayoutPreview,
  showProblem,
  toRequest,
  useRequestWithdrawal,
  useWithdrawalForm,
  type WithdrawalForm,
} from './request/payout-preview.tsx'
import { findDialogProblem, WithdrawalFields } from './request/request-form.tsx'
import { WalletLinks } from './wallet-links.tsx'
import classes from './wallet-tab.module.css'
import { TransactionList } from './withdrawals/withdraw-page.tsx'

export function WalletTab() {
  const terms = trpc.wallet.getTerms.useQuery()
  // The dialog shows them at once.
  trpc.wallet.listPayoutDetails.useQuery()
  const balance = trpc.wallet.getBalance.useQuery()
  return (
    <div className={classes.tab}>
      <QueryView query={terms} skeleton={<Skeletons count={1} height={84} />}>
        {(loadedTerms) => (
          <QueryView query={balance} skeleton={<Skeletons count={1} height={84} />}>
            {(loadedBalance) => <WithdrawalPanel terms={loadedTerms} balance={loadedBalance} />}
          </QueryView>
        )}
      </QueryView>
      <RecentTransactions />
      <WalletLinks />
    </div>
  )
}

function WithdrawalPanel({ terms, balance }: { terms: WalletTerms; balance: Balance }) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  const points = terms.minWithdrawalPoints
  return (
    <Panel className={classes.request}>
      <div>
        <p className={classes.available}>
          {t('dashboard.walletAvailable')}{' '}
          <Amount points={balance.availablePoints} kes={balance.availablePoints * terms.kesPerPoint} />
        </p>
        <p className={blocks.quiet}>
          {t('dashboard.walletLead', { kes: formatKes(points * terms.kesPerPoint), points })}
        </p>
      </div>
      <MoneyButton onClick={dialog.open}>{t('word.requestWithdrawal')}</MoneyButton>
      <WithdrawalDialog isOpen={isOpen} onClose={dialog.close} terms={terms} balance={balance} />
    </Panel>
  )
}

function RecentTransactions() {
  const t = useT()
  const transactions = trpc.wallet.listTransactions.useQuery({ limit: SHOWN_MOVEMENTS })
  return (
    <Panel aria-labelledby="recent-title">
      <Title order={2} size="h3" id="recent-title">
        {t('dashboard.recent')}
      </Title>
      <TimeZoneNote />
      <QueryView query={transactions} skeleton={<Skeletons count={4} height={64} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              art={noHistory}
              title={t('transactions.emptyTitle')}
              text={t('transactions.emptyText')}
            />
          ) : (
            <>
              <TransactionList transactions={list} label={t('dashboard.recent')} />
              <Link to="/withdraw" hash="transactions" className={blocks.link}>
                {t('dashboard.allTransactions')}
              </Link>
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}

type WithdrawalDialogProps = { isOpen: boolean; onClose: () => void; terms: WalletTerms; balance: Balance }

/** The quick way to withdraw, with its own, higher minimum (SPEC §5). */
function WithdrawalDialog({ isOpen, onClose, terms, balance }: WithdrawalDialogProps) {
  const t = useT()
  const { form, saved } = useWithdrawalForm(terms.methods)
  const request = useRequestWithdrawal(form, onClose)
  const { kesPerPoint, dialogMinWithdrawalPoints } = terms
  const { availablePoints } = balance
  const points = Math.trunc(Number(form.values.pointsToWithdraw))
  const { pointsToWithdraw, withdrawalMethod } = form.values
  const isFilled =
    pointsToWithdraw !== '' && withdrawalMethod !== '' && missingDetails(form.values).length === 0

  const submit = (values: WithdrawalForm) => {
    const problem = findDialogProblem(points, { terms, availablePoints, t })
    if (problem) showProblem(form, problem)
    else request.run(toRequest(values, { points, kesPerPoint }))
  }
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('word.requestWithdrawal')}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('dashboard.dialogHint', { points: dialogMinWithdrawalPoints, available: availablePoints })}{' '}
            <Anchor renderRoot={(props) => <Link to="/withdraw" {...props} />}>
              {t('dashboard.dialogHintLink')}
            </Anchor>
            , {t('dashboard.dialogHintFrom', { min: terms.minWithdrawalPoints })}.
          </Text>
          <AmountFields form={form} terms={terms} availablePoints={availablePoints} />
          <WithdrawalFields form={form} methods={terms.methods} saved={saved} />
          <PayoutPreview
            points={points}
            terms={terms}
            method={withdrawalMethod}
            destination={nameDestination(form.values)}
          />
          <MoneyButton type="submit" disabled={!isFilled || request.isPending} fullWidth>
            {t(request.isPending ? 'request.pending' : 'dashboard.submitRequest')}
          </MoneyButton>
        </Stack>
      </form>
    </Dialog>
  )
}

type AmountFieldsProps = {
  form: UseFormReturnType<WithdrawalForm>
  terms: WalletTerms
  availablePoints: number
}

/** The amount in points or shillings: typing one updates the other. Points count (SPEC §5). */
function AmountFields({ form, terms, availablePoints }: AmountFieldsProps) {
  const t = useT()
  const { kesPerPoint, minWithdrawalPoints } = terms
  // While typing, the value may not be a whole number of points.
  const [typedKes, setTypedKes] = useState<string | null>(null)
  const points = Math.trunc(Number(form.values.pointsToWithdraw))
  const kes = form.values.pointsToWithdraw === '' ? '' : String(points * kesPerPoint)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        label={t('dashboard.amount')}
        type="number"
        inputMode="numeric"
        step={1}
        data-autofocus
        {...form.getInputProps('pointsToWithdraw')}
      />
      <TextInput
        label={t('word.amountKes')}
        type="number"
        inputMode="numeric"
        min={minWithdrawalPoints * kesPerPoint}
        max={availablePoints * kesPerPoint}
        step={kesPerPoint}
        value={typedKes ?? kes}
        onChange={({ currentTarget: { value } }) => {
          setTypedKes(value)
          form.setFieldValue('pointsToWithdraw', value && String(Math.trunc(Number(value) / kesPerPoint)))
        }}
        onBlur={() => setTypedKes(null)}
      />
    </SimpleGrid>
  )
}
