import type { CreateApiKeyInput, CreatedApiKey } from '@chuma/contract/api-keys'
import { KEY_PERMISSIONS } from '@chuma/contract/permissions'
import { Button, Checkbox, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { focusFirstError } from '../../../ui/focus-first-error.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useShowRefusal } from '../-admin/use-show-refusal.ts'
import classes from './list.module.css'

const LIFETIMES_DAYS = [7, 30, 90, 180, 365]
const EMPTY: CreateApiKeyInput = { name: '', permissions: [], expiresInDays: 90, password: '' }

export function CreateKeyForm({ onCreated }: { onCreated: (created: CreatedApiKey) => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const required = (entered: string) => (entered.trim() ? null : t('staff.required'))
  const form = useForm<CreateApiKeyInput>({
    initialValues: EMPTY,
    validate: {
      name: required,
      permissions: (permissions) => (permissions.length > 0 ? null : t('keys.choose')),
      password: (password) => (password ? null : t('staff.required')),
    },
  })
  const create = trpc.admin.createApiKey.useMutation({
    onSuccess: (created) => {
      form.reset()
      onCreated(created)
      return utils.admin.listApiKeys.invalidate()
    },
    onError: useShowRefusal(form, 'password'),
  })
  return (
    <form
      className={classes.add}
      onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError(form))}
      noValidate
    >
      <Stack maw="28rem">
        <Title order={3} size="h4">
          {t('keys.add')}
        </Title>
        <TextInput
          label={t('keys.name')}
          description={t('keys.nameHint')}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={t('keys.permissions')} {...form.getInputProps('permissions')}>
          <div className={classes.choices}>
            {KEY_PERMISSIONS.map((permission) => (
              <Checkbox
                key={permission}
                value={permission}
                radius="xs"
                label={t(`permission.${permission}`)}
                classNames={{ body: classes.choice ?? '' }}
              />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          label={t('keys.expiry')}
          data={LIFETIMES_DAYS.map((days) => ({ value: String(days), label: t('keys.days', { days }) }))}
          value={String(form.values.expiresInDays)}
          onChange={({ currentTarget }) => form.setFieldValue('expiresInDays', Number(currentTarget.value))}
        />
        <PasswordField
          label={t('staff.passwordAgain')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <div>
          <Button type="submit" disabled={create.isPending}>
            {t(create.isPending ? 'keys.creating' : 'keys.create')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
