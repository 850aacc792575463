import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { markFields } from '../../ui/forms/show-field-errors.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { LinkSent, useRequestLink } from './link-sent.tsx'

type Props = {
  /** The address typed on the log-in page. */
  knownEmail: string | undefined
}

/** Also for signed-in members: a mail about an unknown sign-in links here. */
export function ForgotPasswordPage({ knownEmail = '' }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email: knownEmail } })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const link = useRequestLink(trpc.auth.forgotPassword, { form, onSent: setSentTo })
  if (sentTo !== null) {
    return <LinkSent email={sentTo} link={link} onBack={() => void navigate({ to: '/login' })} />
  }
  const submit = () => {
    const email = form.values.email.trim()
    if (email) return link.request(email)
    const message = t('login.linkMissing')
    markFields(form, { names: ['email'], message })
    showToast({ kind: 'error', title: t('auth.missingTitle'), message })
  }
  return (
    <AuthFrame
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      otherwise={{ question: t('forgot.remembered'), label: t('login.back'), to: '/login' }}
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <TextInput
            label={t('word.email')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <Button type="submit" disabled={link.isPending} fullWidth>
            {t(link.isPending ? 'word.sending' : 'forgot.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
