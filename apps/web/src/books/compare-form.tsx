import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../i18n/use-t.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import classes from './reconciliation.module.css'
import { useReconcileDay } from './use-reconcile-day.ts'

/** For a day that was not compared yet, today's among them. */
export function CompareForm() {
  const t = useT()
  const compare = useReconcileDay()
  const form = useForm({
    initialValues: { day: '' },
    validate: { day: (day) => (day ? null : t('books.chooseDay')) },
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) =>
        compare.mutate(values, { onError: (error) => void showFieldErrors(form, error) }),
      )}
    >
      <TextInput type="date" label={t('books.day')} {...form.getInputProps('day')} />
      <Button type="submit" variant="default" loading={compare.isPending}>
        {t('books.compare')}
      </Button>
    </form>
  )
}
