import type { ClientMe } from '@chuma/contract/clients/client-session'
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import list from '../../admin/list.module.css'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'
import { ClientPage } from './client-page.tsx'
import { FactorSection } from './factor/factor-section.tsx'
import { OwnDataSection } from './own-data-section.tsx'

/** A client's own password and devices. */
export function ClientAccountPage() {
  const t = useT()
  return (
    <ClientPage title={t('client.account')}>
      {(me) => (
        <>
          <PasswordSection me={me} />
          <FactorSection me={me} />
          <DevicesSection />
          <OwnDataSection me={me} />
        </>
      )}
    </ClientPage>
  )
}

function PasswordSection({ me }: { me: ClientMe }) {
  const t = useT()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const save = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof form.values) =>
      clientApi.clients.setPassword.mutate({ newPassword, ...(me.hasPassword && { currentPassword }) }),
    onSuccess: () => {
      form.reset()
      showToast({ kind: 'success', title: t('client.passwordSaved') })
      void queries.invalidateQueries({ queryKey: ['me'] })
    },
    onError: (error) => {
      if (showFieldErrors(form, error)) return
      const message = serverMessage(error, t('state.failedText'))
      showToast({ kind: 'error', title: t('client.passwordFailed'), message })
    },
  })
  return (
    <Section title={t('client.password')} text={t('client.passwordText', { email: me.email })}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack>
          {me.hasPassword && (
            <PasswordField
              label={t('client.currentPassword')}
              autoComplete="current-password"
              {...form.getInputProps('currentPassword')}
            />
          )}
          <PasswordField
            label={t('client.newPassword')}
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <div>
            <Button type="submit" loading={save.isPending}>
              {t('client.savePassword')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

function DevicesSection() {
  const t = useT()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['devices'],
    queryFn: () => clientApi.clients.listSessions.query(),
  })
  const end = useMutation({
    mutationFn: (id: string) => clientApi.clients.endSession.mutate({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  })
  return (
    <Section title={t('client.devices')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={80} />}>
        {(devices) => (
          <ul className={blocks.list} aria-label={t('client.devices')}>
            {devices.map(({ id, device, lastSeenAt, isCurrent, isByLink }) => (
              <li key={id} className={list.row}>
                <strong>{device}</strong>
                <Text c="dimmed">
                  {[
                    formatDateTime(lastSeenAt),
                    isByLink && t('client.byLink'),
                    isCurrent && t('client.thisDevice'),
                  ]
                    .filter((fact) => fact)
                    .join(' · ')}
                </Text>
                {!isCurrent && (
                  <div>
                    <Button variant="default" onClick={() => end.mutate(id)}>
                      {t('client.endDevice')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}
