import type { EditableUser, UpdateProfileInput } from '@chuma/contract/account/profile'
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useResendVerification } from '../auth/links/verification-pauses.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { Notice } from '../ui/states/states.tsx'

type Props = {
  user: EditableUser
  /** Called when the form closes: after saving, and on cancel. */
  onDone?: () => void
}

export function ProfileForm({ user, onDone }: Props) {
  const t = useT()
  const form = useForm<UpdateProfileInput>({ initialValues: toDetails(user) })
  const update = useUpdateProfile(form, onDone)
  const isOpened = onDone !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens, not again while the member types
  useEffect(() => {
    if (isOpened) form.getInputNode('firstName')?.focus()
  }, [])

  const field = (name: keyof UpdateProfileInput) => form.getInputProps(name)
  return (
    <form onSubmit={form.onSubmit((values) => update.run(values))} noValidate>
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
              {t('dialog.cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** The member's values in the form. */
function toDetails({ firstName, lastName, email, country }: EditableUser): UpdateProfileInput {
  return { firstName, lastName, email, country }
}

/**
 * Save the form and report the outcome. A new email address has to be confirmed first, so the old one is shown again.
 */
function useUpdateProfile(form: UseFormReturnType<UpdateProfileInput>, onSaved?: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  return useAction(trpc.account.updateProfile, {
    onDone: (user) => {
      form.setInitialValues(toDetails(user))
      form.reset()
      utils.account.getProfile.setData(undefined, (profile) => profile && { ...profile, user })
      utils.auth.getUser.setData(undefined, user)
      void utils.account.getProfile.invalidate()
      onSaved?.()
    },
    done: ({ pendingEmail }, { email }) => {
      const isAsked = pendingEmail !== null && pendingEmail === email.trim().toLowerCase()
      const message = isAsked ? t('profile.savedConfirm', { pendingEmail }) : t('profile.saved')
      return { title: t('profile.savedTitle'), message }
    },
    onFailed: (error) => void showFieldErrors(form, error),
    failure: { title: t('profile.failed'), offline: t('profile.offline') },
  })
}

type EmailNoticeProps = { user: Pick<EditableUser, 'email' | 'pendingEmail' | 'isEmailVerified'> }

/** What the member still has to do about their email address: confirm a new one, or the one they signed up with. */
export function EmailNotice({ user: { email, pendingEmail, isEmailVerified } }: EmailNoticeProps) {
  const t = useT()
  const resend = useResendVerification()
  if (pendingEmail !== null) {
    return <Notice title={t('profile.pendingTitle')}>{t('profile.pending', { pendingEmail, email })}</Notice>
  }
  if (isEmailVerified) return null
  return (
    <Notice
      title={t('profile.unverifiedTitle')}
      action={
        <Button variant="default" loading={resend.isPending} onClick={() => resend.run({ email })}>
          {t('verify.submit')}
        </Button>
      }
    >
      {t('profile.unverified', { email })}
    </Notice>
  )
}
