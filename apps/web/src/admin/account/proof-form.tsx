import type { SecondFactorProof } from '@chuma/contract/admin/staff'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { CodeField } from './code-field.tsx'

type Mutation = {
  isPending: boolean
  mutate: (proof: SecondFactorProof, options: { onError: (error: unknown) => void }) => void
}
type Props = { text: string; action: string; isDanger?: boolean; mutation: Mutation; onCancel: () => void }

/** Asks for password and code again, and says what for. */
export function ProofForm({ text, action, isDanger = false, mutation, onCancel }: Props) {
  const t = useT()
  const required = (entered: string) => (entered.trim() ? null : t('staff.required'))
  const form = useForm<SecondFactorProof>({
    initialValues: { password: '', code: '' },
    validate: { password: (password) => (password ? null : t('staff.required')), code: required },
  })
  const onError = useShowRefusal(form, 'password')
  return (
    <form
      onSubmit={form.onSubmit((proof) => mutation.mutate(proof, { onError }), focusFirstError(form))}
      noValidate
    >
      <Stack>
        <Text>{text}</Text>
        <PasswordField
          label={t('staff.passwordAgain')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField {...form.getInputProps('code')} />
        <DialogButtons {...{ action, isDanger, onCancel }} isPending={mutation.isPending} />
      </Stack>
    </form>
  )
}
