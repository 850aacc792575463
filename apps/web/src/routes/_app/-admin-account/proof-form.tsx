import type { SecondFactorProof } from '@chuma/contract/admin/staff'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../../i18n/use-t.ts'
import { CodeField } from '../../../ui/code-field.tsx'
import { focusFirstError } from '../../../ui/focus-first-error.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useShowRefusal } from '../-admin/use-show-refusal.ts'

type Mutation = {
  isPending: boolean
  mutate: (proof: SecondFactorProof, options: { onError: (error: unknown) => void }) => void
}
type Props = { text: string; action: string; color?: 'red'; mutation: Mutation; onCancel: () => void }

/** Password and code, once more, and what they are for. */
export function ProofForm({ text, action, color, mutation, onCancel }: Props) {
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" loading={mutation.isPending} {...(color && { color })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
