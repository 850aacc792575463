import type { ChangeProductInput, Product } from '@chuma/contract/admin/set-up'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useShowFailure } from '../use-show-failure.ts'

type Fields = { name: string; email: string; phone: string; address: string; hours: string }
type Props = { product: Product; submitLabel: string; onSaved: () => void }

const FIELDS = ['name', 'email', 'phone', 'address'] as const
const HINTS = { name: 'product.nameHint', email: 'product.emailHint', phone: null, address: null } as const
const TYPES = { name: 'text', email: 'email', phone: 'tel', address: 'text' } as const

/** The product's name and how to reach its operator, as every page and mail shows them. */
export function ProductForm({ product, submitLabel, onSaved }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const { name, email, phone, address, hours } = product
  const isMissing = (text: string) => (text.trim() ? null : t('staff.required'))
  const form = useForm<Fields>({
    initialValues: { name, email, phone, address, hours: hours.join('\n') },
    validate: { name: isMissing, email: isMissing, phone: isMissing, address: isMissing, hours: isMissing },
  })
  const change = trpc.admin.changeProduct.useMutation({
    onSuccess: (saved) => {
      utils.admin.getProduct.setData(undefined, saved)
      onSaved()
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  const save = (values: Fields) => change.mutate(toInput(values, product.isSignUpOpen))
  return (
    <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            type={TYPES[field]}
            label={t(`product.${field}`)}
            description={HINTS[field] && t(HINTS[field])}
            autoComplete="off"
            {...form.getInputProps(field)}
          />
        ))}
        <Textarea
          label={t('product.hours')}
          description={t('product.hoursHint')}
          autosize
          minRows={2}
          {...form.getInputProps('hours')}
        />
        <div>
          <Button type="submit" disabled={change.isPending}>
            {change.isPending ? t('product.saving') : submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function toInput({ hours, ...fields }: Fields, isSignUpOpen: boolean): ChangeProductInput {
  return { ...fields, hours: hours.split('\n').flatMap((line) => line.trim() || []), isSignUpOpen }
}
