import type { WithdrawalMethod } from '@chuma/contract/wallet'
import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../i18n/use-t.ts'
import type { WithdrawalForm } from './withdrawal-form.ts'

type Props = { form: UseFormReturnType<WithdrawalForm>; methods: WithdrawalMethod[] }

/** How the money travels, and where to. */
export function WithdrawalFields({ form, methods }: Props) {
  const t = useT()
  const field = (name: keyof WithdrawalForm) => form.getInputProps(name)
  const { withdrawalMethod } = form.values
  return (
    <>
      <NativeSelect
        label={t('request.method')}
        data={[
          { value: '', label: t('request.chooseMethod') },
          ...methods.map((value) => ({ value, label: t(`withdrawMethod.${value}`) })),
        ]}
        {...field('withdrawalMethod')}
      />
      {withdrawalMethod === 'mpesa' && (
        <TextInput
          label={t('request.mpesaNumber')}
          placeholder={t('request.mpesaPlaceholder')}
          type="tel"
          autoComplete="tel"
          {...field('mpesaNumber')}
        />
      )}
      {withdrawalMethod === 'bank' && (
        <>
          <TextInput label={t('request.bankName')} {...field('bankName')} />
          <TextInput label={t('request.accountNumber')} inputMode="numeric" {...field('accountNumber')} />
          <TextInput label={t('request.accountName')} autoComplete="name" {...field('accountName')} />
        </>
      )}
    </>
  )
}
