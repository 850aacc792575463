import { DATE_FORMATS } from '@chuma/contract/books/statement-mapping'
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import type { MappingValues } from './mapping-form.ts'

type Props = { form: UseFormReturnType<MappingValues>; isNew: boolean }

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const

/** How the columns of a bank's file are called, and how its dates and amounts are written. */
export function MappingFields({ form, isNew }: Props) {
  const t = useT()
  const isOne = form.getValues().amounts === 'one'
  const column = (name: 'amount' | 'debit' | 'credit' | 'date' | 'reference' | 'description' | 'balance') => (
    <TextInput label={t(`statementDesk.${name}`)} maxLength={80} {...form.getInputProps(name)} />
  )
  return (
    <fieldset className={classes.group}>
      <legend>{t('statementDesk.mapping')}</legend>
      <Text c="dimmed" mb="sm">
        {t('statementDesk.mappingText')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('statementDesk.name')}
          description={t('statementDesk.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={40}
          readOnly={!isNew}
          {...form.getInputProps('name')}
        />
        <NumberInput
          label={t('statementDesk.headerRow')}
          allowDecimal={false}
          {...form.getInputProps('headerRow')}
        />
        <NativeSelect
          label={t('statementDesk.delimiter')}
          data={DELIMITERS.map((value) => ({ value, label: t(`statementDesk.${value}`) }))}
          {...form.getInputProps('delimiter')}
        />
        <NativeSelect
          label={t('statementDesk.dateFormat')}
          data={[...DATE_FORMATS]}
          {...form.getInputProps('dateFormat')}
        />
        {column('date')}
        <NativeSelect
          label={t('statementDesk.amounts')}
          data={[
            { value: 'two', label: t('statementDesk.twoColumns') },
            { value: 'one', label: t('statementDesk.oneColumn') },
          ]}
          {...form.getInputProps('amounts')}
        />
        {isOne ? (
          column('amount')
        ) : (
          <>
            {column('debit')}
            {column('credit')}
          </>
        )}
        {column('reference')}
        {column('description')}
        {column('balance')}
      </SimpleGrid>
    </fieldset>
  )
}
