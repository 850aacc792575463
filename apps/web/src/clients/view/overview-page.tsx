import type { ClientMe } from '@chuma/contract/clients/client-session'
import type { CommissionedSurvey } from '@chuma/contract/clients/client-surveys'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { CodeField } from '../../auth/second-factor/second-factor-steps.tsx'
import { useT } from '../../i18n/use-t.ts'
import { saveFile } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import {
  clientApi,
  forgetClientToken,
  getClientToken,
  useClientAction,
  useClientMe,
} from '../client-layout.tsx'
import classes from '../clients.module.css'

/** What is kept about a client's person: a copy for them, and the end of it. */
export function OwnDataSection({ me }: { me: ClientMe }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const download = useClientAction(() => clientApi.clients.exportData.query(), {
    failed: t('client.myDataFailed'),
    onDone: (data) =>
      saveFile(
        `chuma-client-data-${data.exportedOn}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      ),
  })
  return (
    <Section title={t('client.myData')} text={t('client.myDataText')}>
      <Group>
        <Button variant="default" loading={download.isPending} onClick={() => download.run(undefined)}>
          {t('client.downloadMyData')}
        </Button>
        <Button variant="default" color="red" onClick={() => setAsked(true)}>
          {t('client.deleteAccount')}
        </Button>
      </Group>
      <Dialog title={t('client.deleteAccount')} opened={isAsked} onClose={() => setAsked(false)}>
        <DeleteAccount me={me} onStop={() => setAsked(false)} />
      </Dialog>
    </Section>
  )
}

function DeleteAccount({ me, onStop }: { me: ClientMe; onStop: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { email: '', password: '', code: '' } })
  const remove = useClientAction(
    ({ email, password, code }: typeof form.values) =>
      clientApi.clients.deleteAccount.mutate({
        email,
        ...(me.hasPassword && { password }),
        ...(me.isSecondFactorOn && { code }),
      }),
    {
      failed: t('client.accountNotDeleted'),
      onDone: () => {
        forgetClientToken()
        queries.clear()
      },
      done: t('client.accountDeleted'),
      form,
      passwordField: 'password',
      refresh: () => navigate({ to: '/client/login', replace: true }),
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => remove.run(values))} noValidate>
      <Stack>
        <Text>{t('client.deleteAccountText')}</Text>
        <TextInput
          label={t('word.email')}
          description={t('client.deleteAccountEmail', { email: me.email })}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {me.hasPassword && (
          <PasswordField
            label={t('client.currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        )}
        {me.isSecondFactorOn && <CodeField {...form.getInputProps('code')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onStop}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            {t('client.deleteAccount')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The surveys that an organisation commissioned. */
export function OverviewPage() {
  const t = useT()
  return <ClientPage title={t('word.surveys')}>{() => <Surveys />}</ClientPage>
}

function Surveys() {
  const t = useT()
  const query = useQuery({
    queryKey: ['surveys'],
    queryFn: () => clientApi.clients.listSurveys.query({ limit: 100 }),
  })
  return (
    <Section title={t('client.inField')} text={t('client.inFieldText')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={96} />}>
        {(surveys) =>
          surveys.length === 0 ? (
            <EmptyState
              icon={<IconClipboardList />}
              title={t('client.noSurveys')}
              text={t('client.noSurveysText')}
            />
          ) : (
            <ul className={blocks.list} aria-label={t('word.surveys')}>
              {surveys.map((survey) => (
                <SurveyRow key={survey.id} survey={survey} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  )
}

function SurveyRow({ survey }: { survey: CommissionedSurvey }) {
  const t = useT()
  const { id, title, accepted, inField, target, priceCents } = survey
  return (
    <li className={list.row}>
      <div className={list.head}>
        <Link to="/client" search={{ survey: id }}>
          <strong>{title}</strong>
        </Link>
      </div>
      <Progress survey={survey} />
      <p className={blocks.quiet}>
        {[
          target === null ? t('client.accepted', { accepted }) : t('client.acceptedOf', { accepted, target }),
          t('client.answering', { inField }),
          priceCents !== null && t('client.price', { price: formatKesCents(priceCents) }),
        ]
          .filter((fact) => fact)
          .join(' · ')}
      </p>
    </li>
  )
}

/** How much of the target is reached. A survey without a target has none. */
export function Progress({ survey: { title, accepted, target } }: { survey: CommissionedSurvey }) {
  if (target === null) return null
  return (
    <progress className={classes.meter} aria-label={title} max={target} value={Math.min(accepted, target)} />
  )
}

/** A page for someone who is signed in as a client; everybody else is sent to the clients' door. */
export function ClientPage({ title, children }: { title: string; children: (me: ClientMe) => ReactNode }) {
  const navigate = useNavigate()
  const query = useClientMe()
  const isSignedIn = getClientToken() !== null
  useEffect(() => {
    if (!isSignedIn) void navigate({ to: '/client/login', replace: true })
  }, [isSignedIn, navigate])
  return (
    <Page title={title} width="wide">
      <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
        {(me) => <div className={blocks.sections}>{children(me)}</div>}
      </QueryView>
    </Page>
  )
}
