import { findForeignNetwork, NETWORK_NAMES, toKenyanNumber } from '@chuma/contract/wallet/networks'
import type { PayoutDetails, PhoneMethod, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { ProveNumber, SavedDetails } from '../destinations/prove-number.tsx'
import { chooseNew, chooseSaved, missingDetails, type WithdrawalForm } from './payout-preview.tsx'

type Props = {
  form: UseFormReturnType<WithdrawalForm>
  methods: WithdrawalMethod[]
  /** None if they cannot be loaded: the fields work without them. */
  saved: PayoutDetails[]
  /** Offers to prove an M-Pesa number with a code by text. */
  isProvable?: boolean
}

/** Where the money goes: a saved destination, or a method with its details. */
export function WithdrawalFields({ form, methods, saved, isProvable = false }: Props) {
  const { withdrawalMethod, isSaved } = form.values
  const choose = (change: Partial<WithdrawalForm>) => {
    form.setValues(change)
    form.clearErrors()
  }
  return (
    <>
      {saved.length > 0 && (
        <SavedDetails
          saved={saved}
          chosen={isSaved && withdrawalMethod !== '' ? withdrawalMethod : null}
          onChoose={(details) => choose(details ? chooseSaved(details) : chooseNew(''))}
          renderProof={({ mpesaNumber, isProven }) =>
            isProvable && mpesaNumber && !isProven && <ProveNumber number={mpesaNumber} />
          }
        />
      )}
      {/* A saved destination that the server refuses can be corrected. */}
      {(!isSaved || hasWrongDetails(form)) && (
        <NewDestination form={form} methods={methods} onMethod={choose} isProvable={isProvable} />
      )}
    </>
  )
}

const DETAIL_NAMES = ['mpesaNumber', 'bankName', 'accountNumber', 'accountName', 'paypalEmail'] as const

function hasWrongDetails({ values, errors }: Props['form']): boolean {
  return DETAIL_NAMES.some((name) => errors[name]) || missingDetails(values).length > 0
}

type NewProps = Pick<Props, 'form' | 'methods'> & {
  isProvable: boolean
  onMethod: (change: Partial<WithdrawalForm>) => void
}

function NewDestination({ form, methods, isProvable, onMethod }: NewProps) {
  const t = useT()
  const choose = (value: string) => onMethod(chooseNew(methods.find((method) => method === value) ?? ''))
  return (
    <>
      <NativeSelect
        label={t('request.method')}
        data={[
          { value: '', label: t('request.chooseMethod') },
          ...methods.map((value) => ({ value, label: t(`withdrawMethod.${value}`) })),
        ]}
        {...form.getInputProps('withdrawalMethod')}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <DetailFields form={form} />
      {isProvable && form.values.withdrawalMethod === 'mpesa' && (
        <ProveNumber number={form.values.mpesaNumber} />
      )}
      {form.values.withdrawalMethod !== '' && (
        <Checkbox
          label={t('request.save')}
          description={t('request.saveHint')}
          size="md"
          radius="xs"
          styles={{ body: { alignItems: 'center', minHeight: '2.75rem' } }}
          {...form.getInputProps('saveDetails', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

function DetailFields({ form }: Pick<Props, 'form'>) {
  const t = useT()
  const field = (name: keyof WithdrawalForm) => form.getInputProps(name)
  switch (form.values.withdrawalMethod) {
    case '':
      return null
    case 'mpesa':
    case 'airtel':
    case 'airtime':
      return <NumberField form={form} method={form.values.withdrawalMethod} />
    case 'bank':
      return (
        <>
          <TextInput label={t('request.bankName')} {...field('bankName')} />
          <TextInput label={t('request.accountNumber')} inputMode="numeric" {...field('accountNumber')} />
          <TextInput label={t('request.accountName')} autoComplete="name" {...field('accountName')} />
        </>
      )
    case 'paypal':
      return (
        <TextInput
          label={t('request.paypalEmail')}
          type="email"
          autoComplete="email"
          {...field('paypalEmail')}
        />
      )
  }
}

/** A number, with a hint if it looks like another network's. */
function NumberField({ form, method }: Pick<Props, 'form'> & { method: PhoneMethod }) {
  const t = useT()
  const number = toKenyanNumber(form.values.mpesaNumber)
  const network = number === null ? null : findForeignNetwork(method, number)
  return (
    <TextInput
      label={t(method === 'airtime' ? 'request.airtimeNumber' : `request.${method}Number`)}
      placeholder={t(method === 'mpesa' ? 'request.mpesaPlaceholder' : 'request.numberPlaceholder')}
      {...(method === 'airtime' && { description: t('request.airtimeHint') })}
      {...(network !== null && {
        description: t('request.networkHint', {
          network: NETWORK_NAMES[network],
          wallet: t(`withdrawMethod.${method}`),
        }),
      })}
      type="tel"
      autoComplete="tel"
      {...form.getInputProps('mpesaNumber')}
    />
  )
}
