import { KEY_PERMISSIONS, mintsAndPays } from '@chuma/contract/admin/permissions'
import { type CreateApiKeyInput, type CreatedApiKey, MAX_KEY_DAYS } from '@chuma/contract/admin/staff'
import { Button, Checkbox, NativeSelect, Stack, TagsInput, TextInput, Title } from '@mantine/core'
import { type UseFormInput, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import classes from '../list.module.css'
import { useShowRefusal } from '../use-show-refusal.ts'
import { isPending } from '../waiting-secret.ts'

const LIFETIMES_DAYS = [7, 30, MAX_KEY_DAYS]
const EMPTY: CreateApiKeyInput = {
  name: '',
  permissions: [],
  expiresInDays: MAX_KEY_DAYS,
  networks: [],
  password: '',
}

export function CreateKeyForm({ onCreated }: { onCreated: (created: CreatedApiKey) => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const required = (entered: string) => (entered.trim() ? null : t('staff.required'))
  const { form, handlers, submitWith } = useIssueForm<CreateApiKeyInput, CreatedApiKey>({
    initialValues: EMPTY,
    validate: {
      name: required,
      permissions: (permissions) => {
        if (permissions.length === 0) return t('keys.choose')
        return mintsAndPays(permissions) ? t('keys.mintsAndPays') : null
      },
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
        <TagsInput
          label={t('keys.networks')}
          description={t('keys.networksHint')}
          {...form.getInputProps('networks')}
          error={form.errors.networks ?? findListError(form.errors, 'networks')}
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

/** The first complaint about one of a list's entries. */
function findListError(errors: Record<string, ReactNode>, field: string): ReactNode {
  return Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1]
}

type Options<Values extends Record<string, unknown>, Issued> = UseFormInput<Values> & {
  /** The form that shows validation errors. */
  refusedField: keyof Values & string
  /** Shows the secret, which only this answer contains. */
  onIssued: (issued: Issued) => void
  refresh: () => Promise<unknown>
}

/** Create something whose secret is shown once. The form is cleared on success and keeps its values on refusal. */
export function useIssueForm<Values extends Record<string, unknown>, Issued>({
  refusedField,
  onIssued,
  refresh,
  ...options
}: Options<Values, Issued>) {
  const form = useForm<Values>(options)
  const showRefusal = useShowRefusal(form, refusedField)
  const handlers = {
    onSuccess: (issued: Issued) => {
      form.reset()
      onIssued(issued)
      return refresh()
    },
    onError: (error: unknown) => {
      showRefusal(error)
      // It was taken, and waits: nothing of it is left to send again.
      if (isPending(error)) form.reset()
    },
  }
  const submitWith = (act: (values: Values) => void) => form.onSubmit(act, focusFirstError(form))
  return { form, handlers, submitWith }
}
