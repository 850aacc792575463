import type { SecondFactorProof, StartedSecondFactor } from '@chuma/contract/admin/staff'
import type { ClientMe } from '@chuma/contract/clients/client-session'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconShieldOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PasswordField } from '../auth/passwords/password-field.tsx'
import { CodeField, RecoveryCodes, SecondFactorSteps } from '../auth/second-factor/second-factor-steps.tsx'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Section } from '../ui/page/section.tsx'
import list from '../ui/states/list.module.css'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { ClientLayout, clientApi, useClientAction } from './client-layout.tsx'
import { StatementTable } from './statement-table.tsx'
import { ClientPage, OverviewPage, OwnDataSection } from './view/overview-page.tsx'
import { SurveyPage } from './view/survey-page.tsx'

type Props = { survey?: string | undefined; tab?: 'budget' | 'account' | undefined }

/** The pages of someone who is signed in as a client. One route: each more would grow what members load. */
export function ClientHome({ survey, tab }: Props) {
  return (
    <ClientLayout>
      {survey ? (
        <SurveyPage key={survey} surveyId={String(survey)} />
      ) : tab === 'budget' ? (
        <BudgetPage />
      ) : tab === 'account' ? (
        <ClientAccountPage />
      ) : (
        <OverviewPage />
      )}
    </ClientLayout>
  )
}

/** What an organisation prepaid and used. */
function BudgetPage() {
  const t = useT()
  return <ClientPage title={t('word.budget')}>{() => <Statement />}</ClientPage>
}

function Statement() {
  const query = useQuery({
    queryKey: ['statement'],
    queryFn: () => clientApi.clients.getStatement.query({}),
  })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
      {(statement) => <StatementTable statement={statement} />}
    </QueryView>
  )
}

/** A client's own password and devices. */
function ClientAccountPage() {
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
  const save = useClientAction(
    ({ currentPassword, newPassword }: typeof form.values) =>
      clientApi.clients.setPassword.mutate({ newPassword, ...(me.hasPassword && { currentPassword }) }),
    {
      failed: t('client.passwordFailed'),
      onDone: form.reset,
      done: t('client.passwordSaved'),
      form,
      refresh: () => void queries.invalidateQueries({ queryKey: ['me'] }),
    },
  )
  return (
    <Section title={t('auth.password')} text={t('client.passwordText', { email: me.email })}>
      <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
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
  const end = useAction(
    { useMutation },
    {
      mutationFn: (id: string) => clientApi.clients.endSession.mutate({ id }),
      onEnd: () => queries.invalidateQueries({ queryKey: ['devices'] }),
      onFailed: () => true,
      isSharedByRows: true,
    },
  )
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
                    <Button variant="default" onClick={() => end.run(id)}>
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

/** A client's own second factor. */
function FactorSection({ me }: { me: ClientMe }) {
  const t = useT()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const isOn = me.isSecondFactorOn || codes !== null
  const turnedOn = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes)
    showToast({ kind: 'success', title: t('factor.onTitle'), message: t('factor.onText') })
  }
  // Not before: nothing may move while the codes are on screen.
  const kept = async () => {
    await queries.invalidateQueries()
    setCodes(null)
  }
  return (
    <Section title={t('factor.title')} text={t('client.factorText')}>
      <StatusBadge tone={isOn ? 'good' : 'wait'} Icon={isOn ? IconCheck : IconShieldOff}>
        {t(isOn ? 'factor.on' : 'factor.off')}
      </StatusBadge>
      {codes && <RecoveryCodes codes={codes} onKept={() => void kept()} />}
      {!codes && isOn && <ChangeFactor onRenewed={setCodes} />}
      {!isOn && me.hasPassword && <SetUpFactor email={me.email} onTurnedOn={turnedOn} />}
      {!isOn && !me.hasPassword && <p className={blocks.quiet}>{t('client.factorNeedsPassword')}</p>}
    </Section>
  )
}

type SetUpFactorProps = { email: string; onTurnedOn: (recoveryCodes: string[]) => void }

/** Three steps: password, QR code, and a code that proves the app has the secret. */
function SetUpFactor({ email, onTurnedOn }: SetUpFactorProps) {
  const t = useT()
  const [isWanted, setWanted] = useState(false)
  const [started, setStarted] = useState<StartedSecondFactor | null>(null)
  const stop = () => {
    setStarted(null)
    setWanted(false)
  }
  if (started) return <Confirm started={started} onTurnedOn={onTurnedOn} onStop={stop} />
  if (isWanted) return <Start email={email} onStarted={setStarted} onStop={stop} />
  return (
    <div>
      <Button onClick={() => setWanted(true)}>{t('factor.start')}</Button>
    </div>
  )
}

type StartProps = { email: string; onStarted: (started: StartedSecondFactor) => void; onStop: () => void }

function Start({ email, onStarted, onStop }: StartProps) {
  const t = useT()
  const form = useForm({ initialValues: { password: '' } })
  const start = useClientAction(
    (input: { password: string }) => clientApi.clients.startSecondFactor.mutate(input),
    { failed: t('client.factorFailed'), onDone: onStarted, form, passwordField: 'password' },
  )
  return (
    <form onSubmit={form.onSubmit((values) => start.run(values))} noValidate>
      <Stack maw="28rem">
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('client.currentPassword')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={start.isPending}>
            {t('factor.start')}
          </Button>
          <Button variant="default" onClick={onStop}>
            {t('dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ConfirmProps = {
  started: StartedSecondFactor
  onTurnedOn: (recoveryCodes: string[]) => void
  onStop: () => void
}

function Confirm({ started, onTurnedOn, onStop }: ConfirmProps) {
  const t = useT()
  const form = useForm({ initialValues: { code: '' } })
  const confirm = useClientAction(
    (input: { code: string }) => clientApi.clients.confirmSecondFactor.mutate(input),
    {
      failed: t('client.factorFailed'),
      onDone: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
      form,
    },
  )
  return (
    <SecondFactorSteps
      {...{ started, form, onStop }}
      isPending={confirm.isPending}
      onSend={(values) => confirm.run(values)}
    />
  )
}

/** Changing the second factor needs both: the password and a code. */
function ChangeFactor({ onRenewed }: { onRenewed: (recoveryCodes: string[]) => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const renew = async (proof: SecondFactorProof) => {
    const { recoveryCodes } = await clientApi.clients.renewRecoveryCodes.mutate(proof)
    close()
    onRenewed(recoveryCodes)
    showToast({ kind: 'success', title: t('factor.renew'), message: t('factor.renewed') })
  }
  const remove = async (proof: SecondFactorProof) => {
    const { message } = await clientApi.clients.removeSecondFactor.mutate(proof)
    close()
    showToast({ kind: 'success', title: t('factor.removed'), message })
    await queries.invalidateQueries()
  }
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {t('factor.renew')}
        </Button>
        <Button variant="default" onClick={() => setAsked('remove')}>
          {t('word.remove')}
        </Button>
      </Group>
      <Dialog title={t('factor.renew')} opened={asked === 'renew'} onClose={close}>
        <Proof text={t('factor.renewText')} action={t('factor.renew')} onProved={renew} onCancel={close} />
      </Dialog>
      <Dialog title={t('factor.removeTitle')} opened={asked === 'remove'} onClose={close}>
        <Proof text={t('factor.removeText')} action={t('word.remove')} onProved={remove} onCancel={close} />
      </Dialog>
    </>
  )
}

type ChangeFactorProps = {
  text: string
  action: string
  onProved: (proof: SecondFactorProof) => Promise<void>
  onCancel: () => void
}

/** Asks for password and code again, and says what for. */
function Proof({ text, action, onProved, onCancel }: ChangeFactorProps) {
  const t = useT()
  const form = useForm<SecondFactorProof>({ initialValues: { password: '', code: '' } })
  const change = useClientAction(onProved, {
    failed: t('client.factorFailed'),
    form,
    passwordField: 'password',
  })
  return (
    <form onSubmit={form.onSubmit((proof) => change.run(proof))} noValidate>
      <Stack>
        <Text>{text}</Text>
        <PasswordField
          label={t('client.currentPassword')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField {...form.getInputProps('code')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
