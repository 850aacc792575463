import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CodeField } from '../../admin/account/code-field.tsx'
import { AuthFrame } from '../../auth/auth-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { clientApi, saveClientToken } from '../client-api.ts'
import { DoorRefusal } from './door-refusal.tsx'
import { useCodeStep } from './use-code-step.ts'

/** Exchanges a link for a session when it is pressed: a mail scanner that opens the page uses nothing up. */
export function OpenLinkPage({ token }: { token: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { needsCode, noteRefusal } = useCodeStep()
  const form = useForm({ initialValues: { code: '' } })
  const open = useMutation({
    mutationFn: ({ code }: { code: string }) =>
      clientApi.clients.openLink.mutate({ token, ...(needsCode && { code }) }),
    onSuccess: ({ token: session, me }) => {
      saveClientToken(session)
      void navigate({
        to: '/client',
        search: me.surveyId === null ? {} : { survey: me.surveyId },
        replace: true,
      })
    },
    onError: noteRefusal,
  })
  return (
    <AuthFrame title={t('client.openTitle')} lead={t('client.openLead')}>
      <form onSubmit={form.onSubmit((values) => open.mutate(values))} noValidate>
        <Stack>
          {needsCode && <CodeField data-autofocus {...form.getInputProps('code')} />}
          {open.isError && <DoorRefusal error={open.error} />}
          <Button type="submit" loading={open.isPending} fullWidth>
            {t('client.open')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
