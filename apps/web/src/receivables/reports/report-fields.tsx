import { DATE_FORMATS } from '@chuma/contract/books/statement-mapping'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import list from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from '../receivables.module.css'
import type { ReportValues } from './report-form.ts'

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const

/** How the columns of a partner's report are called, and what its statuses mean. */
export function ReportFields({ form }: { form: UseFormReturnType<ReportValues> }) {
  const t = useT()
  const column = (name: keyof ReportValues, label: string) => (
    <TextInput label={label} maxLength={80} {...form.getInputProps(name)} />
  )
  const words = (name: 'approved' | 'pending' | 'reversed') => (
    <TextInput
      label={t(`report.${name}`)}
      description={t('report.words')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={200}
      {...form.getInputProps(name)}
    />
  )
  return (
    <fieldset className={list.group}>
      <legend>{t('report.mapping')}</legend>
      <Text c="dimmed" mb="sm">
        {t('report.mappingText')}
      </Text>
      <div className={classes.fields}>
        <NativeSelect
          label={t('statementDesk.delimiter')}
          data={DELIMITERS.map((value) => ({ value, label: t(`statementDesk.${value}`) }))}
          {...form.getInputProps('delimiter')}
        />
        <NumberInput
          label={t('statementDesk.headerRow')}
          allowDecimal={false}
          {...form.getInputProps('headerRow')}
        />
        {column('transactionId', t('report.transactionId'))}
        {column('reference', t('report.referenceColumn'))}
        {column('amount', t('report.amountColumn'))}
        <NativeSelect
          label={t('report.amountUnit')}
          data={(['dollars', 'cents'] as const).map((value) => ({ value, label: t(`report.${value}`) }))}
          {...form.getInputProps('amountUnit')}
        />
        {column('currency', t('report.currency'))}
        {column('status', t('report.status'))}
        {words('approved')}
        {words('pending')}
        {words('reversed')}
        {column('time', t('report.time'))}
        <NativeSelect
          label={t('report.dateFormat')}
          data={[...DATE_FORMATS]}
          {...form.getInputProps('dateFormat')}
        />
      </div>
    </fieldset>
  )
}
