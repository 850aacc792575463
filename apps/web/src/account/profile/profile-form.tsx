import type { EditableUser, UpdateProfileInput } from '@chuma/contract/account/profile'
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { toDetails, useUpdateProfile } from './use-update-profile.ts'

type Props = {
  user: EditableUser
  /** Of a form that was opened: after the changes are saved, and when they are given up. */
  onDone?: () => void
}

export function ProfileForm({ user, onDone }: Props) {
  const t = useT()
  const form = useForm<UpdateProfileInput>({ initialValues: toDetails(user) })
  const update = useUpdateProfile(form, onDone)
  const isOpened = onDone !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens, and not again while somebody types
  useEffect(() => {
    if (isOpened) form.getInputNode('firstName')?.focus()
  }, [])

  const field = (name: keyof UpdateProfileInput) => form.getInputProps(name)
  return (
    <form onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('profile.firstName')} autoComplete="given-name" {...field('firstName')} />
          <TextInput label={t('profile.lastName')} autoComplete="family-name" {...field('lastName')} />
        </SimpleGrid>
        <TextInput
          label={t('profile.email')}
          description={t('profile.emailHint')}
          type="email"
          autoComplete="email"
          {...field('email')}
        />
        <TextInput label={t('profile.country')} autoComplete="country-name" {...field('country')} />
        <Group gap="sm">
          <Button type="submit" disabled={update.isPending}>
            {t(update.isPending ? 'profile.saving' : 'profile.save')}
          </Button>
          {onDone && (
            <Button variant="default" onClick={onDone}>
              {t('profile.cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
