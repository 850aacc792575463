import type { PayoutTest, SetUpState } from '@chuma/contract/admin/set-up'
import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/auth/auth-rules'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { ApiProvider, Themed } from '../../app/providers.tsx'
import { Shell } from '../../app/shell.tsx'
import { LanguageSwitch } from '../../app/top-navigation.tsx'
import { PasswordField, PasswordStrength } from '../../auth/passwords/password-field.tsx'
import { saveAdminSession } from '../../auth/session.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/from-server.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { StepTitle } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Panel } from '../../ui/page/page.tsx'
import header from '../../ui/page/plain-header.module.css'
import { Section } from '../../ui/page/section.tsx'
import classes from './set-up.module.css'

/** How members are paid. Secrets stay in the environment: the page names variables and tests what they hold. */
export function PayoutsStep({ state, onDone }: StepProps) {
  const t = useT()
  const { provider } = state.payouts
  const complete = useCompleteStep(onDone)
  const test = useAction(trpc.admin.testPayouts)
  return (
    <StepSection title={t('word.payouts')} text={t(`setUp.provider.${provider}`)}>
      {provider !== 'simulator' && <DarajaFacts payouts={state.payouts} />}
      {state.payouts.rails.map((rail) => (
        <RailFacts key={rail.method} rail={rail} />
      ))}
      <Text c="dimmed">{t('setUp.testText')}</Text>
      <div aria-live="polite">
        {test.data && (
          <p className={test.data.outcome === 'ready' ? blocks.good : blocks.bad}>{sayTest(t, test.data)}</p>
        )}
      </div>
      <div className={blocks.actions}>
        <Button variant="default" disabled={test.isPending} onClick={() => test.run(undefined)}>
          {t(test.isPending ? 'setUp.testing' : 'setUp.testPayouts')}
        </Button>
        {state.payouts.rails
          .filter(({ isOpen }) => isOpen)
          .map(({ method }) => (
            <Button
              key={method}
              variant="default"
              disabled={test.isPending}
              onClick={() => test.run({ method })}
            >
              {t('setUp.testRail', { name: t(`withdrawMethod.${method}`) })}
            </Button>
          ))}
        <Button disabled={complete.isPending} onClick={() => complete.run({ step: 'payouts' })}>
          {t('word.continue')}
        </Button>
      </div>
    </StepSection>
  )
}

function DarajaFacts({ payouts: { provider, variables, premiumVariables } }: Pick<SetUpState, 'payouts'>) {
  const t = useT()
  const isOfDaraja = provider === 'daraja'
  const facts = [
    {
      text: t(isOfDaraja ? 'setUp.isSet' : 'setUp.isMissing', { name: 'PAYOUT_PROVIDER=daraja' }),
      isWell: isOfDaraja,
    },
    ...variables.map(({ name, isSet }) => ({
      text: t(isSet ? 'setUp.isSet' : 'setUp.isMissing', { name }),
      isWell: isSet,
    })),
    ...premiumVariables.map(({ name, isSet }) => ({
      text: t(isSet ? 'setUp.premiumIsSet' : 'setUp.premiumIsMissing', { name }),
      isWell: isSet,
    })),
  ]
  return (
    <div>
      <Text fw={600}>{t('setUp.daraja')}</Text>
      <Facts label={t('setUp.daraja')} facts={facts} />
    </div>
  )
}

type Rail = SetUpState['payouts']['rails'][number]

function RailFacts({ rail: { method, isOpen, variables } }: { rail: Rail }) {
  const t = useT()
  const name = method === 'mpesa' ? t('setUp.daraja') : t(`setUp.rail.${method}`)
  const facts = [
    { text: t(isOpen ? 'setUp.railOpen' : 'setUp.railClosed'), isWell: isOpen },
    ...variables.map(({ name: variable, isSet }) => ({
      text: t(isSet ? 'setUp.isSet' : 'setUp.isMissing', { name: variable }),
      isWell: isSet,
    })),
  ]
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Facts label={name} facts={facts} />
    </div>
  )
}

function sayTest(t: Translate, test: PayoutTest): string {
  if (test.outcome === 'ready') return t('setUp.payoutsReady')
  if (test.outcome === 'failed') return t('setUp.payoutsFailed', { code: test.code, reason: test.reason })
  return t('setUp.payoutsMissing', { missing: test.missing.join(', ') || 'none' })
}

export type Fact = { text: string; isWell: boolean }

/** What is set, and what is missing, each with a sign that does not depend on colour. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <ul className={classes.facts} aria-label={label}>
      {facts.map(({ text, isWell }) => (
        <li key={text}>
          {isWell ? (
            <IconCheck aria-hidden size={20} className={classes.isWell} />
          ) : (
            <IconAlertTriangle aria-hidden size={20} className={classes.isAmiss} />
          )}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** One step of the set-up. Its title takes the focus, because it replaced another step. */
export function StepSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Panel>
      <Stack>
        <div>
          <StepTitle>{title}</StepTitle>
          <Text c="dimmed">{text}</Text>
        </div>
        {children}
      </Stack>
    </Panel>
  )
}

export type StepProps = {
  state: SetUpState
  /** The step is decided: go on. */
  onDone: () => void
}

/** Record a decided step, and show what comes next. */
export function useCompleteStep(onDone: () => void) {
  const utils = trpc.useUtils()
  return useAction(trpc.admin.completeSetUpStep, {
    onDone: (state) => {
      utils.admin.getSetUp.setData(undefined, state)
      onDone()
    },
  })
}

const EMPTY = { username: '', email: '', password: '', confirmPassword: '' }
const { alone } = STAFF_PASSWORD_LENGTH

/** The owner's account. Its second factor follows, when they are signed in. */
export function OwnerForm({ token }: { token: string }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      username: (username) => (username.trim() ? null : t('staff.required')),
      password: (password) => (password.length < alone ? t('staffPassword.short', { count: alone }) : null),
      confirmPassword: (repeated, { password }) => (repeated === password ? null : t('signup.mismatch')),
    },
  })
  const create = useAction(trpc.admin.createFirstOwner, {
    form,
    passwordField: 'password',
    onDone: (session) => {
      saveAdminSession(session)
      // The link has done its work, and stays out of the history.
      void navigate({ to: '/set-up', hash: '', replace: true })
    },
  })
  const { username, password } = form.values
  return (
    <Section title={t('word.yourAccount')} text={t('setUp.owner')}>
      <form
        onSubmit={form.onSubmit(
          ({ email, ...values }) => create.run({ token, ...values, email: email || undefined }),
          focusFirstError(form),
        )}
        noValidate
      >
        <Stack maw="28rem">
          <TextInput
            label={t('staffList.username')}
            description={t('staffList.usernameHint')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <TextInput
            type="email"
            label={t('staffEmail.optional')}
            description={t('staffEmail.hint')}
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('auth.password')}
            description={t('setUp.passwordHint', { count: alone })}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordStrength password={password} about={[username]} />
          <PasswordField
            label={t('setUp.repeatPassword')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <div>
            <Button type="submit" disabled={create.isPending}>
              {t(create.isPending ? 'setUp.creating' : 'setUp.create')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

// A chunk of its own, as on every other page.
const Toasts = lazy(async () => ({ default: (await import('../../app/toasts.tsx')).Toasts }))

/** The frame of the set-up: no navigation, because there is nowhere to go yet. */
export function SetUpLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Themed>
        <ApiProvider>
          <Shell header={<Header />}>{children}</Shell>
        </ApiProvider>
      </Themed>
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}

function Header() {
  return (
    <header className={header.header}>
      <span className={header.brand}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {brandName}
      </span>
      <LanguageSwitch />
    </header>
  )
}
