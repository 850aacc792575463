import { DATE_FORMATS, DATE_ORDERS } from '@chuma/contract/books/statement-mapping'
import { Alert, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import type { MappingValues, PortalValues } from './mapping-form.ts'

type Props = { form: UseFormReturnType<MappingValues>; isNew: boolean }

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const

/** How the columns of a bank's file are called, and how its dates and amounts are written. */
export function MappingFields({ form, isNew }: Props) {
  const t = useT()
  const { amounts } = form.getValues()
  const column = (
    name: 'amount' | 'side' | 'debit' | 'credit' | 'date' | 'reference' | 'description' | 'balance',
  ) => <TextInput label={t(`statementDesk.${name}`)} maxLength={80} {...form.getInputProps(name)} />
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
            { value: 'sided', label: t('statementDesk.sidedColumn') },
          ]}
          {...form.getInputProps('amounts')}
        />
        {amounts !== 'two' ? (
          <>
            {column('amount')}
            {amounts === 'sided' && column('side')}
          </>
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

/** Of these an M-Pesa file needs a receipt, a time and an amount. */
const PORTAL_FIELDS = [
  'receipt',
  'completed',
  'paidIn',
  'withdrawn',
  'amount',
  'side',
  'status',
  'details',
  'balance',
  'linked',
] as const

type PortalProps = {
  form: UseFormReturnType<PortalValues>
  /** What the server asked about the file, in its words. */
  asked: { columns?: string; dateOrder?: string }
}

/** What an M-Pesa file in a layout of its own calls its columns, and the order of its dates. */
export function PortalFields({ form, asked }: PortalProps) {
  const t = useT()
  if (!asked.columns && !asked.dateOrder) return null
  return (
    <fieldset className={classes.group}>
      <legend>{t('statementDesk.mapping')}</legend>
      <Alert color="yellow" mb="sm" role="status">
        {asked.columns ?? asked.dateOrder}
      </Alert>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {asked.columns &&
          PORTAL_FIELDS.map((name) => (
            <TextInput
              key={name}
              label={t(`statementDesk.portal.${name}`)}
              maxLength={80}
              {...form.getInputProps(name)}
            />
          ))}
        {asked.dateOrder && (
          <NativeSelect
            label={t('statementDesk.dateOrder')}
            data={[
              { value: '', label: t('statementDesk.dateOrder.choose') },
              ...DATE_ORDERS.map((value) => ({ value, label: t(`statementDesk.dateOrder.${value}`) })),
            ]}
            {...form.getInputProps('dateOrder')}
          />
        )}
      </SimpleGrid>
    </fieldset>
  )
}
