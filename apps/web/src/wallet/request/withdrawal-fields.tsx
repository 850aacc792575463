import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { SavedDetails } from '../destinations/saved-details.tsx'
import { chooseMethod, type WithdrawalForm } from './withdrawal-form.ts'

type Props = { form: UseFormReturnType<WithdrawalForm>; methods: WithdrawalMethod[] }

/** The method and its details. Works without the saved details, which may fail to load. */
export function WithdrawalFields({ form, methods }: Props) {
  const t = useT()
  const { data: saved = [] } = trpc.wallet.listPayoutDetails.useQuery()
  const { withdrawalMethod } = form.values
  const choose = (method: WithdrawalForm['withdrawalMethod']) => {
    form.setValues(chooseMethod(method, saved))
    form.clearFieldError('withdrawalMethod')
  }
  return (
    <>
      {withdrawalMethod === '' && (
        <SavedDetails
          saved={saved.filter((details) => methods.includes(details.withdrawalMethod))}
          onUse={choose}
        />
      )}
      <NativeSelect
        label={t('request.method')}
        data={[
          { value: '', label: t('request.chooseMethod') },
          ...methods.map((value) => ({ value, label: t(`withdrawMethod.${value}`) })),
        ]}
        {...form.getInputProps('withdrawalMethod')}
        onChange={({ currentTarget: { value } }) => choose(methods.find((method) => method === value) ?? '')}
      />
      <DetailFields form={form} />
      {withdrawalMethod !== '' && (
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
      return (
        <TextInput
          label={t('request.mpesaNumber')}
          placeholder={t('request.mpesaPlaceholder')}
          type="tel"
          autoComplete="tel"
          {...field('mpesaNumber')}
        />
      )
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
