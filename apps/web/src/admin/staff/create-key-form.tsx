import type { CreateApiKeyInput, CreatedApiKey } from '@chuma/contract/admin/api-keys'
import { KEY_PERMISSIONS } from '@chuma/contract/admin/permissions'
import { Button, Checkbox, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import classes from '../list.module.css'
import { useIssueForm } from './use-issue-form.ts'

const LIFETIMES_DAYS = [7, 30, 90, 180, 365]
const EMPTY: CreateApiKeyInput = { name: '', permissions: [], expiresInDays: 90, password: '' }

export function CreateKeyForm({ onCreated }: { onCreated: (created: CreatedApiKey) => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const required = (entered: string) => (entered.trim() ? null : t('staff.required'))
  const { form, handlers, submitWith } = useIssueForm<CreateApiKeyInput, CreatedApiKey>({
    initialValues: EMPTY,
    validate: {
      name: required,
      permissions: (permissions) => (permissions.length > 0 ? null : t('keys.choose')),
      password: (password) => (password ? null : t('staff.required')),
    },
    refusedField: 'password',
    onIssued: onCreated,
    refresh: () => utils.admin.listApiKeys.invalidate(),
  })
  const create = trpc.admin.createApiKey.useMutation(handlers)
  return (
    <form className={classes.add} onSubmit={submitWith((values) => create.mutate(values))} noValidate>
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
